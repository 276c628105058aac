import { printableText } from "./printable-text.ts";

/** The currency of an amount: one of ISO 4217, an unofficial one, or unknown. */
export type Currency = {
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};

/** Returns an amount as the report has it, for example `$1,204.50` or `-CHF 3.00`. */
export const money = (amount: number, currency: Currency): string =>
  format(amount, currency, WITH_CENTS);

/** Returns an amount for an axis: without cents if the axis has none. */
export const roundMoney = (amount: number, currency: Currency): string =>
  format(amount, currency, roundFormat(amount));

/** Returns the currency of an account, for a heading. */
export const currencyName = ({ iso_currency_code, unofficial_currency_code }: Currency): string =>
  iso_currency_code ?? unofficial_currency_code ?? "unknown currency";

const numberFormat = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat("en-US", options);

// Created once, since that takes a hundred times as long as formatting a number.
const WITH_CENTS = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const UP_TO_CENTS = numberFormat({ minimumFractionDigits: 0, maximumFractionDigits: 2 });
const WHOLE = numberFormat({ maximumFractionDigits: 0 });
const UP_TO_CENTS_COMPACT = numberFormat({
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
  notation: "compact",
});
const WHOLE_COMPACT = numberFormat({ maximumFractionDigits: 0, notation: "compact" });

function roundFormat(amount: number): Intl.NumberFormat {
  const isLarge = Math.abs(amount) >= 10_000_000;
  if (Number.isInteger(amount)) return isLarge ? WHOLE_COMPACT : WHOLE;
  return isLarge ? UP_TO_CENTS_COMPACT : UP_TO_CENTS;
}

function format(amount: number, currency: Currency, digits: Intl.NumberFormat): string {
  const number = digits.format(Math.abs(amount));
  const { iso_currency_code: iso, unofficial_currency_code: other } = currency;
  const sign = amount < 0 && Number(number.replace(/[^1-9]/g, "")) > 0 ? "-" : "";
  if (iso === null) return `${sign}${number}${other === null ? "" : ` ${printableText(other)}`}`;
  const symbol = SYMBOLS[iso];
  return `${sign}${symbol ?? `${printableText(iso)} `}${number}`;
}

/** Well-known symbols; other currencies have their code. */
const SYMBOLS: Record<string, string> = { USD: "$", CAD: "CA$", GBP: "£", EUR: "€", JPY: "¥" };
