import { type Day, type Id, isInvestmentNumber } from "../../domain/bank-values.ts";
import type {
  StatementHolding,
  StatementInvestments,
  StatementTrade,
} from "../../formats/investments.ts";

type Position = { units: number; isShort: boolean; isOpen: boolean };
type Price = { price: number; day: Day };

/** The part of a unit that counts as zero, since sums of decimals are inexact. */
const NONE = 1e-6;

/** The units that a trade adds to the held units; 0 if the sum would exceed a number's range. */
function addedUnits({ quantity, multiplies }: StatementTrade, held: number): number {
  const added = multiplies === undefined ? quantity : Number((held * (multiplies - 1)).toFixed(8));
  return isInvestmentNumber(held + added) ? added : 0;
}

const oldestFirst = (trades: readonly StatementTrade[]): StatementTrade[] =>
  trades.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));

/** Returns the trades by key. A split adds units according to the units held before. */
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
 * Computes the positions from an account's trades, at each security's newest price. Leaves out
 * positions without a price or computable value, and those with more sold than bought, whose first
 * trades are missing.
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
  /** The trades of a day are unordered. */
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
