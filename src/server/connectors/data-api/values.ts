import { z } from "zod";
import {
  type Currency,
  currencyCodes,
  currencyFrom,
  type Day,
  dayIn,
  idFrom,
  isInvestmentNumber,
  type Line,
  lineFrom,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";

/** Longer texts of an institution are cut: they are shown to people and stored. */
const MAX_TEXT_CHARACTERS = 500;

/** Beyond this, cents are no longer exact in a number. */
const MAX_AMOUNT = 1e13;

/** A schema for texts of a kind; other texts are refused. */
export const textOfKind = <T>(valueFrom: (text: string) => T | null) =>
  z.string().transform((text, context): T => {
    const value = valueFrom(text);
    if (value !== null) return value;
    context.issues.push({ code: "custom", input: text });
    return z.NEVER;
  });

/**
 * An identifier of an account or transaction, sent back to the institution unchanged. It may be a
 * number, as far as numbers are exact.
 */
export const Identifier = z.union([
  textOfKind(idFrom),
  z.int().transform((number) => ownId(String(number))),
]);

/** A text for display on one line; null if missing or no text. */
export const ShownText = z
  .string()
  .transform((text) => lineFrom(text, MAX_TEXT_CHARACTERS))
  .nullable()
  .catch(null);

/** An amount of money, as a number or as decimal digits in a text. */
export const Money = z
  .union([z.number(), z.string().regex(/^[-+]?\d{1,14}(\.\d{1,12})?$/)])
  .transform(Number)
  .refine((amount) => Math.abs(amount) <= MAX_AMOUNT);

/** Units, a price or a worth of an investment. */
export const InvestmentNumber = z.number().refine(isInvestmentNumber);

/** A moment or a day: ISO 8601, as FDX writes `…Timestamp` and `…Date`. */
export const Timestamp = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/)
  .refine((text) => z.iso.date().safeParse(text.slice(0, 10)).success)
  .transform(timeFrom);

/** A time from the institution: its own day, and the moment in UTC if known. */
type BankTime = { day: Day; moment: Line | null };

/** The time of a timestamp; null for placeholders such as the year 1. */
function timeFrom(timestamp: string): BankTime | null {
  const day = dayIn(timestamp);
  return day && { day, moment: parseMoment(timestamp) };
}

/**
 * A currency code; null for an empty text. A wrong currency is refused, since amounts would be
 * wrong.
 */
export const CurrencyCode = z
  .string()
  .refine((text) => text.trim() === "" || currencyFrom(text) !== null)
  .transform(currencyFrom);

/** The currency of an account; null if the institution names none. */
export const AccountCurrency = z
  .object({ currencyCode: CurrencyCode.nullish() })
  .transform(({ currencyCode }) => currencyCode ?? null)
  .nullish();

/**
 * The moment of a timestamp in UTC; null for a day alone, or without an offset. Institutions that
 * only know the day write midnight.
 */
const parseMoment = (timestamp: string): Line | null => {
  if (!/(Z|[+-]\d{2}:?\d{2})$/.test(timestamp.slice(10))) return null;
  if (/T00:00(:00(\.0+)?)?(Z|[+-])/.test(timestamp)) return null;
  const time = Date.parse(timestamp.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  return Number.isNaN(time) ? null : ownLine(new Date(time).toISOString());
};

/** Rounds an amount to its currency's decimals, which removes binary fractions. */
export const roundTo = (amount: number, currency: Currency | null): number =>
  // Zero without a sign.
  Number(amount.toFixed(countDecimals(currency))) + 0;

function countDecimals(currency: Currency | null): number {
  if (currency === null) return 2;
  if (currencyCodes(currency).iso_currency_code === null) return 8;
  const digits = DECIMALS.get(currency);
  if (digits !== undefined) return digits;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  DECIMALS.set(currency, decimals);
  return decimals;
}

const DECIMALS = new Map<string, number>();

/**
 * Flattens an object that FDX 4.6 nests under its category's name. The category becomes a field, as
 * in FDX 5 and 6.
 */
export const flattenBy =
  (categories: Readonly<Record<string, string>>) =>
  (entry: unknown): unknown => {
    if (typeof entry !== "object" || entry === null) return entry;
    for (const [name, accountCategory] of Object.entries(categories)) {
      const inner: unknown = Object.hasOwn(entry, name) ? entry[name as keyof typeof entry] : null;
      if (typeof inner === "object" && inner !== null) return { accountCategory, ...inner };
    }
    return entry;
  };
