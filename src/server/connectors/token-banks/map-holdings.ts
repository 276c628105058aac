import { z } from "zod";
import { SECURITY_TYPES } from "../../../protocol/investments.ts";
import {
  type Currency,
  currencyCodes,
  type Id,
  isInvestmentNumber,
  ownId,
} from "../../domain/bank-values.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type {
  BankHolding,
  BankInvestments,
  BankSecurity,
} from "../../domain/connectors/bank-investments.ts";
import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import { listFields } from "../data-api/parse-response.ts";
import { CurrencyCode, Money, roundTo, Timestamp } from "../data-api/values.ts";
import {
  cashSecurity,
  exactDigits,
  numberedSecurity,
  tickerKey,
  unitPrice,
  unknownSecurity,
} from "../securities.ts";
import { joinLots } from "../tax-lots.ts";
import { applyAll, EntryId, type Invalid, Shown, toCurrency } from "./map-entries.ts";
import { toTaxLots, Units } from "./map-tax-lots.ts";

/** A position with its security. */
export type Position = { security: BankSecurity; holding: BankHolding };

const SecurityNumber = EntryId.nullish().catch(null);

const HoldingFields = z
  .object({
    name: Shown,
    quantity: Units,
    // An invalid value or price does not count as missing.
    value: Money.nullish(),
    price: Units.nullish(),
    price_date: Timestamp.nullish().catch(null),
    cost_basis: Money.nullish().catch(null),
    currency: CurrencyCode.nullish(),
    type: z.enum(SECURITY_TYPES).nullish().catch(null),
    ticker: Shown,
    ...{ isin: SecurityNumber, cusip: SecurityNumber, sedol: SecurityNumber, id: SecurityNumber },
  })
  .refine(({ value, price }) => value != null || price != null, { path: ["value"] })
  .refine(({ quantity, price }) => isInvestmentNumber(quantity * (price ?? 0)), {
    path: ["price"],
  });
type HoldingFields = z.infer<typeof HoldingFields>;

/** An entry of the positions of an account as ours. */
export const toPosition = (
  { fields, lots }: NonNullable<TokenBank["holdings"]>,
  entry: unknown,
  account: BankAccount,
): Position | Invalid => {
  const result = HoldingFields.safeParse(applyAll(fields, entry));
  if (!result.success) return { fields: listFields(result.error, "holdings.") };
  const { data } = result;
  const currency = data.currency ?? toCurrency(account);
  const value = roundTo(data.value ?? data.quantity * (data.price ?? 0), currency);
  const price = unitPrice(data.quantity, value, data.price ?? null);
  const priced = data.price_date ?? null;
  const security = toSecurity(data, account.key, { currency, price });
  return {
    security: { ...security, close_price_as_of: security.close_price_as_of ?? priced?.day ?? null },
    holding: {
      ...{ accountKey: account.key, securityKey: security.key, ...currencyCodes(currency) },
      ...{ quantity: data.quantity, institution_value: value, institution_price: price },
      institution_price_as_of: priced?.day ?? null,
      institution_price_datetime: priced?.moment ?? null,
      // Banks write 0 for an unknown cost.
      cost_basis: data.cost_basis ? roundTo(data.cost_basis, currency) : null,
      ...{ vested_quantity: null, vested_value: null },
      tax_lots: toTaxLots(lots, entry, currency),
    },
  };
};

/** Returns a security with a global number, with a ticker, or specific to the account. */
function toSecurity(
  { name, type, ticker, isin, cusip, sedol, id }: HoldingFields,
  accountKey: Id,
  { currency, price }: { currency: Currency | null; price: number },
): BankSecurity {
  if (type === "cash") return cashSecurity(currency);
  const numbers = Object.entries({ isin, cusip, sedol });
  const numbered = numbers
    .map(([kind, number]) => (number ? numberedSecurity(kind, number, currency) : null))
    .find((security) => security !== null);
  const ownKey = () =>
    ticker === null
      ? ownId(`token bank ${JSON.stringify([accountKey, id ?? name, currency])}`)
      : tickerKey(ticker, currency);
  return {
    ...unknownSecurity(currency),
    ...(numbered ?? { key: ownKey() }),
    ...{ name: name ?? ticker, ticker_symbol: ticker, institution_security_id: id ?? null },
    ...{ type: type ?? null, close_price: price },
  };
}

/** Joins the positions of a login with the same security and account. */
export const joinPositions = (positions: readonly Position[]): BankInvestments => {
  const securities = new Map<string, BankSecurity>();
  const holdings = new Map<string, BankHolding>();
  for (const { security, holding } of positions) {
    securities.set(security.key, security);
    const place = JSON.stringify([holding.accountKey, security.key]);
    const same = holdings.get(place);
    holdings.set(place, same ? joined(same, holding) : holding);
  }
  return {
    securities: [...securities.values()],
    holdings: [...holdings.values()],
    transactions: [],
  };
};

const joined = (one: BankHolding, other: BankHolding): BankHolding => {
  const quantity = exactDigits(one.quantity + other.quantity);
  const value = exactDigits(one.institution_value + other.institution_value);
  const [cost, more] = [one.cost_basis, other.cost_basis];
  return {
    ...one,
    ...{ quantity, institution_value: value },
    institution_price: unitPrice(quantity, value, one.institution_price),
    cost_basis: cost === null || more === null ? null : exactDigits(cost + more),
    tax_lots: joinLots(one, other),
  };
};
