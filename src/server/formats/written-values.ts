import { type Currency, currencyFrom, lineFrom } from "../domain/bank-values.ts";

/** The code of ISO 4217 for no currency, in place of a stored text that is not a currency. */
const NO_CURRENCY = "XXX";

/** Returns the currency to write for a stored text; null for none. */
export const writtenCurrency = (text: string | null): Currency | typeof NO_CURRENCY | null =>
  text === null ? null : (currencyFrom(text) ?? NO_CURRENCY);

/** Returns the three letters to write for a stored text, where a grammar has no other currencies; null for none. */
export function currencyLetters(text: string | null): string | null {
  const currency = writtenCurrency(text);
  return currency === null || /^[A-Z]{3}$/.test(currency) ? currency : NO_CURRENCY;
}

/** Returns a stored text on one line, without several spaces in a row, cut to a number of characters. */
export const writtenLine = (text: string | null, maxLength?: number): string => {
  const line = lineFrom(text, maxLength) ?? "";
  return /\s\s|[^\S ]/.test(line) ? line.replaceAll(/\s+/g, " ").trim() : line;
};
