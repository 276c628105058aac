import { type Currency, currencyFrom, lineFrom } from "../domain/bank-values.ts";

/** The ISO 4217 code for no currency. Replaces a stored text that is not a currency. */
const NO_CURRENCY = "XXX";

/** Returns the currency to write for a stored text, or null. */
export const writtenCurrency = (text: string | null): Currency | typeof NO_CURRENCY | null =>
  text === null ? null : (currencyFrom(text) ?? NO_CURRENCY);

/**
 * Returns the three letters to write for a stored text, or null. For grammars that allow no other
 * currencies.
 */
export function currencyLetters(text: string | null): string | null {
  const currency = writtenCurrency(text);
  return currency === null || /^[A-Z]{3}$/.test(currency) ? currency : NO_CURRENCY;
}

/** Returns a stored text on one line with single spaces, cut to a number of characters. */
export const writtenLine = (text: string | null, maxLength?: number): string => {
  const line = lineFrom(text, maxLength) ?? "";
  return /\s\s|[^\S ]/.test(line) ? line.replaceAll(/\s+/g, " ").trim() : line;
};
