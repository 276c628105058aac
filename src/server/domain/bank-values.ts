declare const kinds: unique symbol;
type Kind<Name extends string> = { readonly [kinds]: { readonly [N in Name]: true } };

/**
 * A text on one line that is safe to show and write: without control characters, line or paragraph
 * separators, bidirectional marks, and lone surrogates. External values have such a type, which a
 * raw string cannot have. Each type has one constructor.
 */
export type Line = string & Kind<"line">;

/** An ISO 4217 code, or an unofficial one of 3 to 10 letters and digits, in upper case. */
export type Currency = Line & Kind<"currency">;

/** An ISO 4217 code. */
export type IsoCurrency = Currency & Kind<"ISO 4217">;

/** The number of an account as its institution writes it. */
export type AccountNumber = Line & Kind<"account number">;

/** An IBAN without spaces. */
export type Iban = AccountNumber & Kind<"IBAN">;

/** The number of a bank: a routing number, a sort code, a bank code, or a BIC. */
export type BankCode = Line & Kind<"bank code">;

/** A BIC of 8 or 11 characters, or none. */
export type Bic = BankCode & Kind<"BIC">;

/**
 * The identifier of an account or transaction: the institution's own, unchanged, or a combination
 * of several.
 */
export type Id = Line & Kind<"id">;

/** A day that exists, YYYY-MM-DD. */
export type Day = Line & Kind<"day">;

/**
 * An exact decimal number as text: digits, `.` before the decimals, `-` before a negative number.
 * Without leading and trailing zeros, equal amounts are equal texts: "-12.5", "1200", "0.05".
 */
export type Amount = Line & Kind<"amount">;

/**
 * The largest units, price or worth of an investment. Larger numbers lose decimals, and sources
 * sometimes write nonsense whose products are infinite.
 */
const MAX_INVESTMENT_NUMBER = 1e15;

/** Whether a number can be units, a price or a worth of an investment. */
export const isInvestmentNumber = (value: number): boolean =>
  Math.abs(value) <= MAX_INVESTMENT_NUMBER;

/** Replaces the type string by `Line` in a type; branded texts keep their type. */
export type Lines<T> = T extends string
  ? string extends T
    ? Line
    : T
  : T extends object
    ? { [Field in keyof T]: Lines<T[Field]> }
    : T;

/** The maximum length of a line in characters; longer texts are cut. */
const MAX_LINE = 2000;
const MAX_ID = 256;
const MAX_ACCOUNT_NUMBER = 100;

/** Most texts have only these characters. */
const IS_PLAIN = /^[ -~]*$/;

/** Characters that change the order of other characters, or join them. */
const REORDERING = /[\p{Bidi_Control}\u206a-\u206f\ufeff]/gu;
const NOT_ON_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]+/gu;

/**
 * Returns a text as a line, or null for an empty result. Other characters are removed or become
 * spaces; a long text is cut.
 */
export function lineFrom(
  text: string | null | undefined,
  maxLength: number = MAX_LINE,
): Line | null {
  if (text == null) return null;
  const cut = text.length > maxLength * 2 ? text.slice(0, maxLength * 2) : text;
  const clean = (IS_PLAIN.test(cut) ? cut : cleaned(cut)).trim();
  return ((clean.length > maxLength ? shortened(clean, maxLength) : clean) as Line) || null;
}

const cleaned = (text: string): string =>
  text.replaceAll(REORDERING, "").replaceAll(NOT_ON_A_LINE, " ");

/** Cuts a text without splitting a surrogate pair. */
const shortened = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();

/** Returns a text of our own as a line. */
export const ownLine = (text: string): Line => lineFrom(text) ?? ("" as Line);

/** Returns a value of our own with its texts as lines. */
export function ownLines<T>(value: T): Lines<T>;
export function ownLines(value: unknown): unknown {
  if (typeof value === "string") return ownLine(value);
  if (Array.isArray(value)) return value.map(ownLines);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, ownLines(part)]));
}

/** Whether all characters of a text may be in a line. */
export const isLine = (text: string): boolean => IS_PLAIN.test(text) || cleaned(text) === text;

/** Returns an identifier; null for a text that is no line, is empty or too long. */
export const idFrom = (text: string): Id | null =>
  text !== "" && text.length <= MAX_ID && isLine(text) ? (text as Id) : null;

/** Returns an identifier of our own. Throws if the text is no line. */
export const ownId = (text: string): Id => {
  if (text === "" || !isLine(text)) throw new Error("an identifier is empty, or not on one line");
  return text as Id;
};

/** Returns an account number; null for a text that is no line, is empty or too long. */
export const accountNumberFrom = (text: string): AccountNumber | null =>
  text !== "" && text.length <= MAX_ACCOUNT_NUMBER && isLine(text) ? (text as AccountNumber) : null;

/** Returns a bank code; null for any other text. */
export const bankCodeFrom = (text: string): BankCode | null =>
  accountNumberFrom(text) === null ? null : (text as Line as BankCode);

/** Returns the BIC in a text; null without the form of a BIC. */
export const bicFrom = (text: string): Bic | null =>
  /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(text) ? (text as Line as Bic) : null;

/** Stands for a missing BIC, since the SEPA area needs only an IBAN. */
export const NO_BIC = "" as Line as Bic;

/** Returns the IBAN in a text, without spaces; null without the form of an IBAN. */
export function ibanFrom(text: string): Iban | null {
  const iban = text.replaceAll(" ", "");
  return /^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(iban) ? (iban as Iban) : null;
}

const ISO_CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether a currency is one of ISO 4217. */
const isIso = (currency: Currency): currency is IsoCurrency => ISO_CURRENCIES.has(currency);

/** Returns the currency code in a text, in any case; null for any other text. */
export function currencyFrom(text: string): Currency | null {
  const code = text.trim();
  return /^[A-Za-z\d]{3,10}$/.test(code) ? (code.toUpperCase() as Currency) : null;
}

/** Returns the currency of a code; throws for any other text. */
export const ownCurrency = (text: string): Currency => {
  const currency = currencyFrom(text);
  if (currency === null) throw new Error("the text is no currency");
  return currency;
};

/** The API's fields for a currency: an ISO 4217 code, or an unofficial one. */
export type CurrencyCodes = {
  iso_currency_code: IsoCurrency | null;
  unofficial_currency_code: Currency | null;
};

/** Returns the API's fields for a currency. */
export const currencyCodes = (code: Currency | null): CurrencyCodes =>
  code === null || isIso(code)
    ? { iso_currency_code: code, unofficial_currency_code: null }
    : { iso_currency_code: null, unofficial_currency_code: code };

/** Returns a day, or null if the day does not exist. */
export function dayFrom(year: number, month: number, day: number): Day | null {
  if (!(year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1)) return null;
  if (day > (month === 2 && !isLeapYear(year) ? 28 : (DAYS[month - 1] ?? 0))) return null;
  return `${year}-${twoDigits(month)}-${twoDigits(day)}` as Day;
}

/** Returns the day at the start of an ISO 8601 date or moment; null without a day. */
export function dayIn(text: string): Day | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  return dayFrom(Number(year), Number(month), Number(day));
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number): boolean =>
  (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : `${number}`);

/** The digits of the longest amount. */
const MAX_DIGITS = 30;

/**
 * Returns an amount from its digits before and after the decimal mark; null for other characters.
 */
export function canonicalAmount(
  isNegative: boolean,
  whole: string,
  decimals: string,
): Amount | null {
  if (!/^\d*$/.test(whole) || !/^\d*$/.test(decimals)) return null;
  if (whole + decimals === "" || whole.length + decimals.length > MAX_DIGITS) return null;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const rest = decimals.replace(/0+$/, "");
  const amount = rest === "" ? digits : `${digits}.${rest}`;
  return (isNegative && amount !== "0" ? `-${amount}` : amount) as Amount;
}
