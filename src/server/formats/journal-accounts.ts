import type { WritableAccount, WritableTransaction } from "./statement.ts";

/** The longest text of a journal, in characters: ledger refuses a line of 4,096 bytes. */
export const MAX_JOURNAL_TEXT = 1000;

/** The maximum number of parts of an account's name, and the longest of them. */
const MAX_PARTS = 8;
const MAX_COMPONENT = 100;

/** Returns the account of a journal for the account of a statement: money owned, or owed. */
export function journalAccount({ type, name, id, iban }: WritableAccount): string {
  const root = type === "credit card" || type === "line of credit" ? "Liabilities" : "Assets";
  return `${root}:${toComponent(name ?? id ?? iban ?? "Account")}`;
}

/** Returns the account on the other side: the category, or one to sort out later. */
export function contraAccount({ amount, category }: WritableTransaction): string {
  const root = amount.startsWith("-") ? "Expenses" : "Income";
  const parts = (category ?? "Unknown").split(":", MAX_PARTS).map(toComponent);
  return [root, ...parts].join(":");
}

/**
 * Returns a component of an account's name that all journal formats accept: it begins with a capital letter
 * or a digit, and has no spaces.
 */
function toComponent(text: string): string {
  const words = text
    .slice(0, MAX_COMPONENT)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return words === "" ? "Unknown" : words.charAt(0).toUpperCase() + words.slice(1);
}
