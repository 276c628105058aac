import type { Amount } from "../../domain/bank-values.ts";
import { amountIn, amountNegated } from "../decimal.ts";
import { contraAccount, journalAccount, MAX_JOURNAL_TEXT } from "../journal-accounts.ts";
import type { StatementStream, WritableTransaction } from "../statement.ts";
import { writtenCurrency, writtenLine } from "../written-values.ts";

/**
 * Writes statements as a journal that ledger and hledger read, piece by piece. Accounts, commodities and tags are
 * declared. Each transaction has two postings: the account's, and one of a category to sort out later. Ids and references
 * are tags. Each line is of a shape that neither of them takes for a directive, and shorter than ledger's longest one.
 */
export async function* writeLedger(statements: readonly StatementStream[]): AsyncGenerator<string> {
  const declare = declarer();
  yield `${TAGS.map((name) => `tag ${name}\n`).join("")}\n`;
  for (const { account, balances, transactions } of statements) {
    const own = journalAccount(account);
    const opening = balances.find(({ kind }) => kind === "opening");
    if (opening?.date) {
      yield declare([own, "Equity:Opening"], account.currency);
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
      yield declare([own, contraAccount(row)], row.currency ?? account.currency);
      yield entryOf(row, own, account.currency);
    }
  }
}

/** The tags of a transaction, which `ledger --pedantic` wants declared. */
const TAGS = ["description", "memo", "id", "reference", "counterparty"] as const;

/** Returns a function that declares accounts and a commodity once, which `hledger check --strict` asks for. */
function declarer(): (accounts: readonly string[], currency: string | null) => string {
  const declared = new Set<string>();
  return (accounts, currency) => {
    // An amount without a commodity has one of its own, by the form of the amount.
    const commodity = commodityOf(currency).trim() || "1000.00";
    const lines = [...accounts.map((account) => `account ${account}`), `commodity ${commodity}`];
    const added = lines.filter((line) => !declared.has(line));
    for (const line of added) declared.add(line);
    return added.length === 0 ? "" : `${added.join("\n")}\n\n`;
  };
}

function entryOf(row: WritableTransaction, own: string, currency: string | null): string {
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
  const commodity = commodityOf(currency);
  const posting = (account: string, value: Amount) =>
    `    ${account}  ${amountIn(currency, value)}${commodity}\n`;
  return `${head}\n${tags.join("")}${posting(own, amount)}${posting(contra, amountNegated(amount))}\n`;
}

function tag(name: (typeof TAGS)[number], text: string | null): string {
  const value = clean(text);
  return value === "" ? "" : `    ; ${name}: ${value}\n`;
}

/** A commodity as it is written behind an amount; one with digits is quoted. */
function commodityOf(text: string | null): string {
  const currency = writtenCurrency(text);
  if (currency === null) return "";
  return /^[A-Z]+$/.test(currency) ? ` ${currency}` : ` "${currency}"`;
}

/**
 * A text on one line that begins neither a comment, a code, a state nor an automated transaction, and has no brackets, in
 * which ledger looks for a date.
 */
const clean = (text: string | null, maxLength = MAX_JOURNAL_TEXT): string =>
  writtenLine(
    writtenLine(text, maxLength)
      .replaceAll(/[;|]/g, " ")
      .replaceAll(/[[\]]/g, (bracket) => (bracket === "[" ? "(" : ")"))
      .replace(/^[(*!=&~%@\s]+/, ""),
  );
