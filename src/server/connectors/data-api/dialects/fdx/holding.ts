import { z } from "zod";
import {
  type Currency,
  currencyCodes,
  type Id,
  isInvestmentNumber,
  ownId,
} from "../../../../domain/bank-values.ts";
import type { BankHolding, BankSecurity } from "../../../../domain/connectors/bank-investments.ts";
import { groupBy } from "../../../../domain/group-by.ts";
import { lookup } from "../../../../domain/lookup.ts";
import { cashSecurity, exactDigits, unitPrice } from "../../../securities.ts";
import { joinLots } from "../../../tax-lots.ts";
import type { HeldPositions } from "../../dialect-reads.ts";
import {
  AccountCurrency,
  flattenBy,
  InvestmentNumber,
  Money,
  roundTo,
  Timestamp,
} from "../../values.ts";
import { CATEGORIES } from "./account.ts";
import { FdxSecurity, toSecurity } from "./security.ts";
import { FdxTaxLots, PositionType, toTaxLots } from "./tax-lots.ts";

const isBoundedHolding = (holding: BankHolding): boolean =>
  [holding.quantity, holding.institution_price, holding.institution_value].every(
    isInvestmentNumber,
  );

const Amount = Money.nullish().catch(null);
const Units = InvestmentNumber.nullish().catch(null);

/** A position of FDX 4.6 to 6.4. A wrong value of a descriptive field counts as missing. */
const FdxHolding = FdxSecurity.and(
  z.object({
    holdingSubType: z.string().nullish().catch(null),
    positionType: PositionType,
    purchasedPrice: Units,
    currentUnitPrice: Units,
    currentUnitPriceDate: Timestamp.nullish().catch(null),
    // A wrong number of units or a wrong worth must not count as missing.
    units: InvestmentNumber.nullish(),
    marketValue: Money.nullish(),
    cashAccount: z.boolean().nullish().catch(null),
    currency: AccountCurrency,
    taxLots: FdxTaxLots,
  }),
);
type FdxHolding = z.infer<typeof FdxHolding>;

const Vesting = z.object({
  symbol: z.string().nullish().catch(null),
  vestedQuantity: Units,
  vestedBalance: Amount,
});
type Vesting = z.infer<typeof Vesting>;

/** The maximum number of positions of an account. */
const MAX_HOLDINGS = 10_000;

const Fields = z.object({
  currency: AccountCurrency,
  currentValue: Amount,
  availableCashBalance: Amount,
  holdings: z.array(FdxHolding).max(MAX_HOLDINGS).nullish(),
  vesting: z.array(Vesting).max(MAX_HOLDINGS).nullish().catch(null),
});
type Fields = z.infer<typeof Fields>;

/** The positions of an investment account of FDX 4.6 to 6.4, with the account's key. */
export const FdxHoldings = z
  .preprocess(flattenBy(CATEGORIES), Fields)
  .transform((account) => (accountKey: Id) => toPositions(account, accountKey));

function toPositions(account: Fields, accountKey: Id): HeldPositions {
  const securities = new Map<string, BankSecurity>();
  const holdings = new Map<string, BankHolding>();
  const vesting = groupBy(account.vesting ?? [], ({ symbol }) => symbol);
  for (const entry of account.holdings ?? []) {
    const currency = entry.currency ?? account.currency ?? null;
    const amounts = toAmounts(entry, currency);
    // A position without a worth has no price either.
    if (amounts === null) continue;
    const { security, isCash } = describe(entry, { accountKey, currency });
    const holding = {
      ...{ accountKey, securityKey: security.key, ...currencyCodes(currency) },
      ...{ ...amounts, institution_price: isCash ? 1 : amounts.institution_price },
      ...(isCash && { quantity: amounts.institution_value, cost_basis: null }),
      ...vestedParts(vesting, entry, currency),
      tax_lots: isCash ? [] : toTaxLots(entry, currency),
    };
    if (!isBoundedHolding(holding)) continue;
    securities.set(security.key, security);
    const same = holdings.get(security.key);
    holdings.set(security.key, same ? joined(same, holding, currency) : holding);
  }
  // A sum of positions may exceed the limit of each position.
  for (const [key, holding] of holdings) if (!isBoundedHolding(holding)) holdings.delete(key);
  const cash = unlistedCash(account, [...holdings.values()], accountKey);
  if (cash) {
    const security = cashSecurity(account.currency ?? null);
    securities.set(security.key, security);
    holdings.set(security.key, cash);
  }
  return { securities: [...securities.values()], holdings: [...holdings.values()] };
}

/** The units of a position, its price, worth and cost; null without a worth. */
function toAmounts(entry: FdxHolding, currency: Currency | null) {
  const { units, marketValue, currentUnitPrice: price, currentUnitPriceDate: priced } = entry;
  const told = marketValue ?? (units != null && price != null ? units * price : null);
  if (told === null) return null;
  const isShort = entry.positionType === "SHORT";
  const signed = (value: number) => (isShort ? 0 - Math.abs(value) : value);
  const value = roundTo(signed(told), currency);
  const quantity = signed(units ?? (price ? exactDigits(told / price) : 1));
  return {
    quantity,
    institution_value: value,
    institution_price: unitPrice(quantity, value, price ?? null),
    institution_price_as_of: priced?.day ?? null,
    institution_price_datetime: priced?.moment ?? null,
    cost_basis: costOf(entry, quantity, currency),
  };
}

/**
 * The cost of a position: its lots' cost if they cover the position, or else units times purchase
 * price; null if unknown.
 */
function costOf(
  { taxLots, purchasedPrice }: FdxHolding,
  quantity: number,
  currency: Currency | null,
): number | null {
  const lots = taxLots ?? [];
  const costs = lots.map(({ costBasis }) => costBasis ?? 0);
  const lotUnits = lots.reduce((sum, lot) => sum + Math.abs(lot.quantity ?? lot.units ?? 0), 0);
  const isWhole = Math.abs(lotUnits - Math.abs(quantity)) <= 1e-6 * Math.abs(quantity);
  const sum = costs.reduce((all, cost) => all + cost, 0);
  if (lots.length > 0 && isWhole && costs.every((cost) => cost > 0)) return roundTo(sum, currency);
  // Institutions write 0 for an unknown price, as of transferred positions.
  const paid = purchasedPrice ? purchasedPrice * quantity : null;
  return paid !== null && isInvestmentNumber(paid) ? roundTo(paid, currency) : null;
}

/** The vested parts, if listed for the ticker. */
function vestedParts(
  vesting: ReadonlyMap<Vesting["symbol"], readonly Vesting[]>,
  { symbol }: FdxHolding,
  currency: Currency | null,
) {
  const own = symbol == null ? [] : (vesting.get(symbol) ?? []);
  const [first] = own;
  // Several grants of a security have dates, and are not parts of one position.
  if (!first || own.length > 1) return { vested_quantity: null, vested_value: null };
  return {
    vested_quantity: first.vestedQuantity ?? null,
    vested_value: first.vestedBalance == null ? null : roundTo(first.vestedBalance, currency),
  };
}

const TYPES = lookup<NonNullable<BankSecurity["type"]>>({
  ...{ STOCK: "equity", MUTUALFUND: "mutual fund", BOND: "fixed income", CD: "fixed income" },
  ...{ OPTION: "derivative", DIGITALASSET: "cryptocurrency", ANNUITY: "other", OTHER: "other" },
});

/** The security of a position. Money held by the account itself is cash. */
function describe(
  entry: FdxHolding,
  { accountKey, currency }: { accountKey: Id; currency: Currency | null },
): { security: BankSecurity; isCash: boolean } {
  const { holdingSubType, cashAccount, holdingType } = entry;
  const isNamed = entry.symbol != null || entry.securityId != null;
  const isCash = holdingSubType === "CASH" || (cashAccount === true && !isNamed);
  if (isCash) return { security: cashSecurity(currency), isCash };
  const { holdingId } = entry;
  const ownPlace = holdingId ?? entry.holdingName ?? "";
  const security = toSecurity(entry, {
    ownKey: ownId(`fdx ${JSON.stringify([accountKey, ownPlace, currency])}`),
    ...{ accountKey, currency },
  });
  const isMoneyMarket = holdingSubType === "MONEYMARKET";
  return {
    isCash,
    security: {
      ...security,
      type: TYPES[holdingType ?? ""] ?? security.type,
      is_cash_equivalent: isMoneyMarket || cashAccount === true ? true : (cashAccount ?? null),
      close_price: entry.currentUnitPrice ?? null,
      close_price_as_of: entry.currentUnitPriceDate?.day ?? null,
    },
  };
}

/** Joins two positions of a security, which plans list by source. */
const joined = (one: BankHolding, other: BankHolding, currency: Currency | null): BankHolding => {
  const quantity = exactDigits(one.quantity + other.quantity);
  const value = roundTo(one.institution_value + other.institution_value, currency);
  const sum = (a: number | null, b: number | null) =>
    a === null || b === null ? null : exactDigits(a + b);
  return {
    ...one,
    quantity,
    institution_value: value,
    institution_price: unitPrice(quantity, value, one.institution_price),
    cost_basis: sum(one.cost_basis, other.cost_basis),
    vested_quantity: one.vested_quantity,
    vested_value: one.vested_value,
    tax_lots: joinLots(one, other),
  };
};

/** The cash of an account without a cash position, implied by the balance. */
function unlistedCash(
  { availableCashBalance: cash, currentValue, currency = null, holdings: listed }: Fields,
  holdings: readonly BankHolding[],
  accountKey: Id,
): BankHolding | null {
  if (!cash || currentValue == null || listed == null) return null;
  const worth = holdings.reduce((sum, { institution_value }) => sum + institution_value, 0);
  if (Math.abs(worth + cash - currentValue) >= 0.01) return null;
  const amount = roundTo(cash, currency);
  return {
    ...{ accountKey, securityKey: cashSecurity(currency).key, ...currencyCodes(currency) },
    ...{ quantity: amount, institution_value: amount, institution_price: 1 },
    ...{ institution_price_as_of: null, institution_price_datetime: null, cost_basis: null },
    ...{ vested_quantity: null, vested_value: null, tax_lots: [] },
  };
}
