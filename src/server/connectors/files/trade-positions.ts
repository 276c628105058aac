import { type Day, type Id, isInvestmentNumber } from "../../domain/bank-values.ts";
import type {
  StatementHolding,
  StatementInvestments,
  StatementTrade,
} from "../../formats/investments.ts";

type Position = { units: number; isShort: boolean; isOpen: boolean };
type Price = { price: number; day: Day };

/** The part of a unit that counts as none: sums of decimals are not exact. */
const NONE = 1e-6;

/**
 * The units that a trade adds to those that are held; 0 if the sum would exceed the range of a
 * number.
 */
function addedUnits({ quantity, multiplies }: StatementTrade, held: number): number {
  const added = multiplies === undefined ? quantity : Number((held * (multiplies - 1)).toFixed(8));
  return isInvestmentNumber(held + added) ? added : 0;
}

const oldestFirst = (trades: readonly StatementTrade[]): StatementTrade[] =>
  trades.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));

/**
 * Returns the trades by their keys; each split gets the units that it adds to the units held before
 * it.
 */
export function withSplits(
  trades: ReadonlyMap<string, StatementTrade>,
): Map<string, StatementTrade> {
  if (![...trades.values()].some(({ multiplies }) => multiplies !== undefined))
    return new Map(trades);
  const held = new Map<Id | null, number>();
  const quantities = new Map<StatementTrade, number>();
  for (const trade of oldestFirst([...trades.values()])) {
    const units = held.get(trade.securityKey) ?? 0;
    const quantity = addedUnits(trade, units);
    quantities.set(trade, quantity);
    held.set(trade.securityKey, units + quantity);
  }
  return new Map(
    [...trades].map(([key, trade]) => [key, { ...trade, quantity: quantities.get(trade) ?? 0 }]),
  );
}

/**
 * Computes the positions that result from an account's trades, at the newest price of each security. It
 * leaves out positions without a price or a computable value, and positions of which more was sold than
 * bought: their first trades are missing.
 */
export function tradePositions({
  securities,
  transactions,
}: Pick<StatementInvestments, "securities" | "transactions">): StatementHolding[] {
  const types = new Map(securities.map(({ key, type }) => [key, type]));
  const prices = new Map<Id, Price>();
  const setPrice = (key: Id, price: number | null, day: Day | null) => {
    const known = prices.get(key);
    if (price && day && (!known || known.day <= day)) prices.set(key, { price, day });
  };
  for (const { key, price, priceDay } of securities) setPrice(key, price, priceDay);
  const positions = new Map<Id, Position>();
  let day: Day | null = null;
  let changed = new Set<Position>();
  /** The trades of one day are in no order. */
  const endDay = () => {
    for (const position of changed)
      if (position.units < -NONE && !position.isShort) position.isOpen = true;
    changed = new Set();
  };
  for (const trade of oldestFirst(transactions)) {
    const { date, securityKey, price, subtype } = trade;
    if (date !== day) endDay();
    day = date;
    if (securityKey === null) continue;
    setPrice(securityKey, price, date);
    const position = positions.get(securityKey) ?? { units: 0, isShort: false, isOpen: false };
    position.units += addedUnits(trade, position.units);
    if (subtype === "sell short") position.isShort = true;
    positions.set(securityKey, position);
    changed.add(position);
  }
  endDay();
  return [...positions].flatMap(([securityKey, { units, isOpen }]): StatementHolding[] => {
    const newest = prices.get(securityKey);
    if (isOpen || Math.abs(units) < NONE || !newest) return [];
    const quantity = Number(units.toFixed(8));
    const value = Number((quantity * newest.price).toFixed(4));
    if (!isInvestmentNumber(value)) return [];
    return [
      {
        ...{ securityKey, type: types.get(securityKey) ?? null, quantity },
        ...{ price: newest.price, priceDay: newest.day },
        ...{ value, currency: null, rate: null },
      },
    ];
  });
}
