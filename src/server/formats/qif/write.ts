import { amountIn } from "../decimal.ts";
import type { StatementStream, WritableTransaction } from "../statement.ts";
import { writtenLine } from "../written-values.ts";
import { isOpeningText } from "./read.ts";

const TYPES: Readonly<Record<string, string>> = { "credit card": "CCard", cash: "Cash" };

/**
 * Writes statements as QIF, piece by piece, with dates as MM/DD/YYYY. Pending transactions are left
 * out, since QIF cannot distinguish them from booked transactions.
 */
export async function* writeQif(statements: readonly StatementStream[]): AsyncGenerator<string> {
  for (const { account, balances, transactions } of statements) {
    const type = TYPES[account.type ?? ""] ?? "Bank";
    const name = writtenLine(account.name ?? account.id) || "Account";
    const closing = balances.find(({ kind }) => kind === "closing");
    const balance = closing?.date
      ? `$${amountIn(account.currency, closing.amount)}\n/${writeDate(closing.date)}\n`
      : "";
    yield `!Account\nN${name}\nT${type}\n${balance}^\n!Type:${type}\n`;
    const opening = balances.find(({ kind }) => kind === "opening");
    if (opening?.date)
      yield `D${writeDate(opening.date)}\nT${amountIn(account.currency, opening.amount)}\nPOpening Balance\nL[${name}]\n^\n`;
    for await (const row of transactions)
      if (!row.pending) yield writeRecord(row, account.currency);
  }
}

function writeRecord(row: WritableTransaction, currency: string | null): string {
  const payee = row.payee ?? row.description;
  const memo = [row.payee === null ? null : row.description, row.memo].filter(
    (text) => text !== null,
  );
  const fields = [
    `D${writeDate(row.date)}`,
    `T${amountIn(row.currency ?? currency, row.amount)}`,
    ...field("N", row.checkNumber),
    ...field("P", payee),
    ...field("M", memo.join(" ")),
    ...field("L", row.category && writeCategory(row.category)),
  ];
  return `${fields.join("\n")}\n^\n`;
}

/** Returns a category without its blank levels, since programs refuse a file with a blank level. */
const writeCategory = (category: string): string =>
  category
    .split(":")
    .map((level) => level.trim())
    .filter((level) => level !== "")
    .join(":")
    // A bracket begins the name of an account.
    .replace(/^[[\s]+/, "");

function field(letter: string, text: string | null): string[] {
  const value = writtenLine(text);
  if (value === "") return [];
  // Programs read a first record with this name as the balance, not as a transaction.
  return [letter + (isOpeningText(value) ? `"${value}"` : value)];
}

const writeDate = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
