import { type Amount, canonicalAmount } from "../domain/bank-values.ts";

/** The digits of a file's longest amount. */
const MAX_DIGITS = 30;

/** Most amounts of files are in the canonical form already. */
const CANONICAL = /^-?(?:0|[1-9]\d*)\.\d*[1-9]$/;

/**
 * Returns a canonical amount, or null if the text is not an amount. A comma or period before the
 * last digits is the decimal mark if it occurs once or follows the other mark. All other marks
 * separate thousands.
 */
export function parseAmount(text: string): Amount | null {
  if (text.length <= MAX_DIGITS && CANONICAL.test(text)) return text as Amount;
  const cleaned = text.replaceAll(/[\s'’]/g, "");
  const parts = /^([+-]?)([\d.,]+)$/.exec(cleaned);
  const [, sign = "", number = ""] = parts ?? [];
  const mark = decimalMark(number);
  const at = mark === null ? -1 : number.lastIndexOf(mark);
  const whole = at < 0 ? number : number.slice(0, at);
  const decimals = at < 0 ? "" : number.slice(at + 1);
  return canonicalAmount(sign === "-", whole.replaceAll(/[.,]/g, ""), decimals);
}

/** Returns a number of the API, with at most 8 decimals, as an amount. */
export function amountFrom(number: number): Amount {
  const [whole = "", decimals = ""] = Math.abs(number).toFixed(MAX_API_DECIMALS).split(".");
  return canonicalAmount(number < 0, whole, decimals) ?? ZERO;
}

export const ZERO = "0" as Amount;

/** Bitcoin has 8 decimals; currencies have at most 4. */
const MAX_API_DECIMALS = 8;

/** Writes an amount with at least the decimals of its currency. */
export function amountIn(currency: string | null, amount: string): string {
  const wanted = countDecimals(currency);
  const mark = amount.indexOf(".");
  if (mark >= 0 && amount.length - mark > wanted) return amount;
  const [whole = "", decimals = ""] = amount.split(".");
  const padded = decimals.padEnd(wanted, "0");
  return padded === "" ? whole : `${whole}.${padded}`;
}

function decimalMark(number: string): "." | "," | null {
  const comma = number.lastIndexOf(",");
  const period = number.lastIndexOf(".");
  const mark = comma > period ? "," : ".";
  const isAlone = comma < 0 || period < 0;
  const isRepeated = number.indexOf(mark) !== number.lastIndexOf(mark);
  return isAlone && isRepeated ? null : mark;
}

/** Returns the number of decimals of a currency; 2 for an unknown currency. */
export function countDecimals(currency: string | null): number {
  if (currency === null) return 2;
  const known = DECIMALS.get(currency);
  if (known !== undefined) return known;
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  DECIMALS.set(currency, decimals);
  return decimals;
}

const DECIMALS = new Map<string, number>();

export const amountNegated = (amount: Amount): Amount =>
  amount === "0" ? amount : amount.startsWith("-") ? absolute(amount) : (`-${amount}` as Amount);

export const absolute = (amount: Amount): Amount => amount.replace("-", "") as Amount;
