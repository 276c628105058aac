import type { Amount } from "../../domain/bank-values.ts";
import { commodityNames } from "../commodities.ts";
import { amountIn, amountNegated } from "../decimal.ts";
import { contraAccount, journalAccount } from "../journal-accounts.ts";
import type { StatementStream, WritableTransaction, WriteOptions } from "../statement.ts";
import { metadatum, quoted, writeCommodity } from "./words.ts";
import { writeInvestments } from "./write-investments.ts";

/** The day on which all accounts open, before any transaction. */
const OPENED = "1900-01-01";

/**
 * Streams statements in the format of beancount. Each account opens before its first use. Each
 * transaction has a posting to a category for later sorting.
 */
export async function* writeBeancount(
  statements: readonly StatementStream[],
  { day }: WriteOptions,
): AsyncGenerator<string> {
  const opened = new Set<string>();
  const open = (account: string): string => {
    if (opened.has(account)) return "";
    opened.add(account);
    return `${OPENED} open ${account}\n`;
  };
  const commodities = commodityNames();
  for (const statement of statements) {
    const { account, balances, portfolio, transactions } = statement;
    const own = journalAccount(account);
    const ownCurrency = account.currency ?? "USD";
    yield open(own);
    if (portfolio) {
      yield* writeInvestments({ ...statement, portfolio }, { day, open, commodities });
      if (portfolio.transactions.length > 0) continue;
    }
    const opening = balances.find(({ kind }) => kind === "opening");
    if (opening?.date && !portfolio)
      yield `${open("Equity:Opening")}${opening.date} * "Opening balance"\n${postings(own, "Equity:Opening", opening.amount, ownCurrency)}`;
    for await (const row of transactions)
      yield `${open(contraAccount(row))}${writeEntry(row)}${postings(own, contraAccount(row), row.amount, row.currency ?? ownCurrency)}`;
  }
}

function writeEntry(row: WritableTransaction): string {
  const payee = row.payee === null ? "" : `${quoted(row.payee)} `;
  const narration = row.description ?? row.memo ?? "";
  const metadata = [
    metadatum("id", row.id),
    metadatum("reference", row.reference),
    metadatum("check", row.checkNumber),
    metadatum("memo", row.description === null ? null : row.memo),
    metadatum("counterparty", row.counterpartyAccount),
  ].join("");
  return `${row.date} ${row.pending ? "!" : "*"} ${payee}${quoted(narration)}\n${metadata}`;
}

function postings(own: string, contra: string, amount: Amount, currency: string): string {
  const posting = (account: string, value: Amount) =>
    `  ${account}  ${amountIn(currency, value)} ${writeCommodity(currency)}\n`;
  return `${posting(own, amount)}${posting(contra, amountNegated(amount))}\n`;
}
