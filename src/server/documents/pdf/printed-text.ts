import type { AssetReportAccountSummary } from "../../../protocol/reports/asset-report.ts";
import type { ReportUser } from "../../domain/asset-reports/new-asset-report.ts";

/** The characters of a PDF's standard fonts beyond Latin-1. */
const BEYOND_LATIN_1 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** Characters that do not decompose into a letter and a diacritic. */
const PLAIN: Record<string, string> = {
  đ: "d",
  Đ: "D",
  ħ: "h",
  Ħ: "H",
  ı: "i",
  ł: "l",
  Ł: "L",
  ŋ: "n",
  Ŋ: "N",
  ŧ: "t",
  Ŧ: "T",
  ẞ: "SS",
  "−": "-",
  "‐": "-",
  "‑": "-",
};

/**
 * Returns a text in the characters of a PDF's standard fonts, for Western Europe. Other characters
 * lose their diacritics, or become a question mark.
 */
export const printableText = (text: string): string =>
  IS_ASCII.test(text) ? text : Array.from(text.normalize("NFC"), printableLetter).join("");

/** Nearly every text is ASCII and stays unchanged. */
const IS_ASCII = /^[\x20-\x7e]*$/;

function printableLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code === 0xad || (code >= 0x200b && code <= 0x200f) || code === 0xfeff) return "";
  if (code < 0x20 || code === 0x7f || /\s/u.test(letter)) return " ";
  if (code < 0x7f || (code >= 0xa0 && code <= 0xff) || BEYOND_LATIN_1.includes(letter))
    return letter;
  const plain = PLAIN[letter];
  if (plain !== undefined) return plain;
  const [base = "", ...marks] = letter.normalize("NFKD");
  return marks.length > 0 && marks.every((mark) => /\p{M}/u.test(mark))
    ? printableLetter(base)
    : "?";
}

/** The currency of an amount: ISO 4217, unofficial, or unknown. */
export type Currency = {
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
};

/** Formats an amount for the report, for example `$1,204.50` or `-CHF 3.00`. */
export const money = (amount: number, currency: Currency): string =>
  format(amount, currency, WITH_CENTS);

/** Returns an amount for an axis, without cents if the axis has none. */
export const roundMoney = (amount: number, currency: Currency): string =>
  format(amount, currency, roundFormat(amount));

/** Returns the currency of an account, for a heading. */
export const currencyName = ({ iso_currency_code, unofficial_currency_code }: Currency): string =>
  iso_currency_code ?? unofficial_currency_code ?? "unknown currency";

const numberFormat = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat("en-US", options);

// Created once, since creation takes a hundred times as long as formatting.
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

/** Well-known symbols; other currencies use their code. */
const SYMBOLS: Record<string, string> = { USD: "$", CAD: "CA$", GBP: "£", EUR: "€", JPY: "¥" };

const MONTHS = [
  ["Jan", "January"],
  ["Feb", "February"],
  ["Mar", "March"],
  ["Apr", "April"],
  ["May", "May"],
  ["Jun", "June"],
  ["Jul", "July"],
  ["Aug", "August"],
  ["Sep", "September"],
  ["Oct", "October"],
  ["Nov", "November"],
  ["Dec", "December"],
] as const;

/** Formats a date, YYYY-MM-DD, for the report: `Jan 5, 2026`. */
export const printedDate = (date: string): string => `${dayOfMonth(date)}, ${date.slice(0, 4)}`;

/** Returns a date without its year: `Jan 5`. */
export const dayOfMonth = (date: string): string => `${shortMonth(date)} ${Number(date.slice(8))}`;

/** Returns the month of a date: `January 2026`. */
export const monthName = (date: string): string => `${names(date)[1]} ${date.slice(0, 4)}`;

/** Returns the short month of a date: `Jan`. */
export const shortMonth = (date: string): string => names(date)[0];

/** Formats a time in UTC for the report: `Jan 5, 2026, 14:05 UTC`. */
export const printedTime = (at: number): string => {
  const iso = new Date(at).toISOString();
  return `${printedDate(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`;
};

const names = (date: string): readonly [string, string] =>
  MONTHS[Number(date.slice(5, 7)) - 1] ?? ["", ""];

type AccountLabel = Pick<AssetReportAccountSummary, "name" | "mask" | "type" | "subtype">;

/** Returns an account's name with its number's last digits: `Checking •••• 6083`. */
export const accountTitle = ({ name, mask }: Pick<AccountLabel, "name" | "mask">): string =>
  mask === null ? name : `${name} •••• ${mask}`;

/** Returns an account's type and subtype: `Depository, checking`. */
export const accountKind = ({ type, subtype }: Pick<AccountLabel, "type" | "subtype">): string => {
  const kind = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  return subtype === null ? kind : `${kind}, ${SUBTYPES[subtype] ?? subtype}`;
};

/** Subtypes that the report spells differently than the API. */
const SUBTYPES: { readonly [Subtype in NonNullable<AccountLabel["subtype"]>]?: string } = {
  "401k": "401(k)",
  cd: "CD",
  ira: "IRA",
};

/** Returns whether the account's balance is a debt. */
export const isDebt = ({ type }: Pick<AccountLabel, "type">): boolean =>
  type === "credit" || type === "loan";

/** Returns the full name of a report's user; null if the application sent none. */
export const fullName = ({ first_name, middle_name, last_name }: ReportUser): string | null =>
  [first_name, middle_name, last_name].filter((name) => name !== null).join(" ") || null;
