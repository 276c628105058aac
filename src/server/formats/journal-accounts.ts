import type { WritableAccount, WritableTransaction } from "./statement.ts";

/** The maximum length of a journal's text, in characters: ledger refuses a line of 4,096 bytes. */
export const MAX_JOURNAL_TEXT = 1000;

/** The maximum number of parts of an account's name, and the maximum length of a part. */
const MAX_PARTS = 8;
const MAX_COMPONENT = 100;

/** Returns the journal account for a statement's account: an asset or a liability. */
export function journalAccount({ type, name, id, iban }: WritableAccount): string {
  const root = type === "credit card" || type === "line of credit" ? "Liabilities" : "Assets";
  return `${root}:${toComponent(name ?? id ?? iban ?? "Account")}`;
}

/**
 * Returns the journal account for the other side: the category, or an account for unsorted
 * transactions.
 */
export function contraAccount({ amount, category }: WritableTransaction): string {
  const root = amount.startsWith("-") ? "Expenses" : "Income";
  const parts = (category ?? "Unknown").split(":", MAX_PARTS).map(toComponent);
  return [root, ...parts].join(":");
}

/**
 * Returns a part of an account's name that all journal formats accept: without spaces, and starting
 * with a capital letter or a digit.
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
