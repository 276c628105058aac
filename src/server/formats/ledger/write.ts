import type { Amount } from "../../domain/bank-values.ts";
import { amountIn, amountNegated } from "../decimal.ts";
import { contraAccount, journalAccount } from "../journal-accounts.ts";
import type { StatementStream, WritableTransaction } from "../statement.ts";

/**
 * Writes statements as a journal that ledger and hledger read, piece by piece. Each transaction has two postings: the
 * account's, and one of a category to sort out later. Ids and references are tags.
 */
export async function* writeLedger(statements: readonly StatementStream[]): AsyncGenerator<string> {
  for (const { account, balances, transactions } of statements) {
    const own = journalAccount(account);
    const opening = balances.find(({ kind }) => kind === "opening");
    if (opening?.date)
      yield postings(
        `${opening.date} * Opening balance`,
        [],
        own,
        "Equity:Opening",
        opening.amount,
        account.currency,
      );
    for await (const row of transactions) yield entryOf(row, own, account.currency);
  }
}

function entryOf(row: WritableTransaction, own: string, currency: string | null): string {
  const check =
    row.checkNumber === null ? "" : `(${clean(row.checkNumber).replaceAll(/[()]/g, "")}) `;
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
  const posting = (account: string, value: Amount) =>
    `    ${account}  ${amountIn(currency, value)}${currency === null ? "" : ` ${currency}`}\n`;
  return `${head}\n${tags.join("")}${posting(own, amount)}${posting(contra, amountNegated(amount))}\n`;
}

function tag(name: string, text: string | null): string {
  const value = clean(text);
  return value === "" ? "" : `    ; ${name}: ${value}\n`;
}

/** A text on one line that neither begins a comment, a code or a state, nor has the two spaces that end a description. */
const clean = (text: string | null): string =>
  (text ?? "")
    .replaceAll(/\s+|\p{Cc}+|[;|]/gu, " ")
    .replaceAll(/ +/g, " ")
    .trim()
    .replace(/^[(*!=&]+\s*/, "");
