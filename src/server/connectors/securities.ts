import { type Currency, currencyCodes, type Id, ownId, ownLine } from "../domain/bank-values.ts";
import type { BankSecurity } from "../domain/connectors/bank-investments.ts";

/** A security of which nothing is known, in a currency. */
export const unknownSecurity = (currency: Currency | null): Omit<BankSecurity, "key"> => ({
  ...currencyCodes(currency),
  isin: null,
  cusip: null,
  sedol: null,
  cfi_code: null,
  figi: null,
  institution_security_id: null,
  name: null,
  ticker_symbol: null,
  is_cash_equivalent: null,
  type: null,
  subtype: null,
  close_price: null,
  close_price_as_of: null,
  update_datetime: null,
  market_identifier_code: null,
  sector: null,
  industry: null,
  option_contract: null,
  fixed_income: null,
});

/** Cash in a currency, as a security. */
export const cashSecurity = (currency: Currency | null): BankSecurity => ({
  ...unknownSecurity(currency),
  key: ownId(`cash ${currency}`),
  name: ownLine(`Cash, ${currency}`),
  ticker_symbol: ownLine(`CUR:${currency}`),
  is_cash_equivalent: true,
  type: "cash",
  close_price: 1,
});

/** The forms of the numbers by which a security is the same at all institutions. */
const NUMBERS = {
  isin: /^[A-Z]{2}[A-Z\d]{9}\d$/,
  cusip: /^[A-Z\d*@#]{8}\d$/,
  sedol: /^[A-Z\d]{6}\d$/,
};
type NumberKind = keyof typeof NUMBERS;

/**
 * Returns the number of a security in the form of its kind, and the key of the security in a
 * currency; null if the number has the wrong form.
 */
export function numberedSecurity(
  kind: string,
  number: Id,
  currency: Currency | null,
): (Pick<BankSecurity, NumberKind> & { key: Id }) | null {
  const name = kind.toLowerCase();
  if (!isNumberKind(name) || !NUMBERS[name].test(number)) return null;
  return {
    ...{ isin: null, cusip: null, sedol: null, [name]: number },
    key: ownId(`${name} ${number} ${currency}`),
  };
}

const isNumberKind = (name: string): name is NumberKind => Object.hasOwn(NUMBERS, name);

/** Returns the key of a security by its ticker and currency. */
export const tickerKey = (ticker: string, currency: Currency | null): Id =>
  ownId(`ticker ${ticker} ${currency}`);

/** The digits that a number has exactly. */
export const exactDigits = (value: number): number => Number(value.toPrecision(12));

/**
 * The largest deviation of the worth from units times price, as a share of it, at which the price
 * counts as the price of a unit.
 */
const MAX_DEVIATION = 0.01;

/** The worth of a unit: institutions have the price of a bond in percent, and of an option for one share. */
export function unitPrice(quantity: number, value: number, price: number | null): number {
  const isOfUnit =
    price !== null && Math.abs(quantity * price - value) <= MAX_DEVIATION * Math.abs(value);
  if (isOfUnit || quantity === 0) return price ?? 0;
  return exactDigits(value / quantity);
}
