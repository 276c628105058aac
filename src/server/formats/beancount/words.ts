import { MAX_JOURNAL_TEXT } from "../journal-accounts.ts";
import { writtenCurrency, writtenLine } from "../written-values.ts";

/** Writes metadata; nothing for null. */
export const metadatum = (name: string, text: string | null): string =>
  text === null ? "" : `  ${name}: ${quoted(text)}\n`;

/** A commodity begins with a letter, and is no word of the grammar. */
export function writeCommodity(text: string): string {
  const currency = writtenCurrency(text) ?? "";
  return /^\d|^(TRUE|FALSE|NULL)$/.test(currency) ? `X${currency}` : currency;
}

/** Writes a text as a string. */
export const quoted = (text: string): string =>
  `"${writtenLine(text, MAX_JOURNAL_TEXT).replaceAll(/[\\"]/g, (sign) => `\\${sign}`)}"`;
