import type { Amount } from "../../domain/bank-values.ts";
import { commodityNames } from "../commodities.ts";
import { amountIn, amountNegated } from "../decimal.ts";
import { contraAccount, journalAccount } from "../journal-accounts.ts";
import type { StatementStream, WritableTransaction, WriteOptions } from "../statement.ts";
import { clean, declarer, TAGS, tag, writeCommodity } from "./words.ts";
import { type LedgerProgram, writeInvestments } from "./write-investments.ts";

/** Writes statements as a journal of ledger. */
export const writeLedger = (statements: readonly StatementStream[], options: WriteOptions) =>
  writeJournal("ledger", statements, options);

/**
 * Writes statements as a journal for hledger. Only the gains of sales differ from ledger's journal.
 */
export const writeHledger = (statements: readonly StatementStream[], options: WriteOptions) =>
  writeJournal("hledger", statements, options);

/**
 * Writes statements as a journal for ledger and hledger, piece by piece. Accounts, commodities and
 * tags are declared. Each transaction has two postings: the account's, and a category's. Ids and
 * references are tags. No line looks like a directive, and each is shorter than ledger's maximum.
 */
async function* writeJournal(
  program: LedgerProgram,
  statements: readonly StatementStream[],
  { day }: WriteOptions,
): AsyncGenerator<string> {
  const declare = declarer();
  const commodities = commodityNames();
  yield `${TAGS.map((name) => `tag ${name}\n`).join("")}\n`;
  for (const statement of statements) {
    const { account, balances, portfolio, transactions } = statement;
    if (portfolio) {
      const names = { declare, commodities };
      yield* writeInvestments({ ...statement, portfolio }, { day, program, ...names });
      if (portfolio.transactions.length > 0) continue;
    }
    const own = journalAccount(account);
    const opening = balances.find(({ kind }) => kind === "opening");
    if (opening?.date && !portfolio) {
      yield declare([own, "Equity:Opening"], [writeCommodity(account.currency)]);
      yield postings(
        `${opening.date} * Opening balance`,
        [],
        own,
        "Equity:Opening",
        opening.amount,
        account.currency,
      );
    }
    for await (const row of transactions) {
      yield declare([own, contraAccount(row)], [writeCommodity(row.currency ?? account.currency)]);
      yield writeEntry(row, own, account.currency);
    }
  }
}

function writeEntry(row: WritableTransaction, own: string, currency: string | null): string {
  const check =
    row.checkNumber === null ? "" : `(${clean(row.checkNumber, 100).replaceAll(/[()]/g, "")}) `;
  const title = clean(row.payee ?? row.description) || "Unknown";
  const head = `${row.date} ${row.pending ? "!" : "*"} ${check}${title}`;
  const tags = [
    tag("description", row.payee === null ? null : row.description),
    tag("memo", row.memo),
    tag("id", row.id),
    tag("reference", row.reference),
    tag("counterparty", row.counterpartyAccount),
  ].join("");
  return postings(
    head,
    tags === "" ? [] : [tags],
    own,
    contraAccount(row),
    row.amount,
    row.currency ?? currency,
  );
}

function postings(
  head: string,
  tags: readonly string[],
  own: string,
  contra: string,
  amount: Amount,
  currency: string | null,
): string {
  const commodity = writeCommodity(currency);
  const posting = (account: string, value: Amount) =>
    `    ${account}  ${amountIn(currency, value)}${commodity}\n`;
  return `${head}\n${tags.join("")}${posting(own, amount)}${posting(contra, amountNegated(amount))}\n`;
}
