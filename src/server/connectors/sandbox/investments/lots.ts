import type { PortfolioEvent } from "./portfolio.ts";

/**
 * Remaining units of one purchase: thousandths of a share, at cents per share, for a total in
 * cents.
 */
export type PortfolioLot = {
  key: string;
  day: number;
  quantity: number;
  price: number;
  cost: number;
};

/**
 * The lots left by purchases and sales, by ticker, oldest first. The oldest are sold first. A split
 * only multiplies units.
 */
export function readLots(
  events: readonly PortfolioEvent[],
): ReadonlyMap<string, readonly PortfolioLot[]> {
  const all = new Map<string, PortfolioLot[]>();
  for (const { key, day, kind, security, quantity, price, cash } of events) {
    if (security === null || quantity === 0) continue;
    const lots = all.get(security.ticker) ?? [];
    const next =
      kind === "buy"
        ? [...lots, { key, day, quantity, price, cost: -cash }]
        : kind === "sell"
          ? sellOldest(lots, -quantity)
          : split(lots, quantity);
    all.set(security.ticker, next);
  }
  return all;
}

/** Sells units from the oldest lots. A partly sold lot keeps its part of the cost. */
function sellOldest(lots: readonly PortfolioLot[], sold: number): PortfolioLot[] {
  let left = sold;
  return lots.flatMap((lot) => {
    const taken = Math.min(left, lot.quantity);
    left -= taken;
    const quantity = lot.quantity - taken;
    if (quantity === 0) return [];
    return taken === 0
      ? [lot]
      : [{ ...lot, quantity, cost: Math.round((lot.cost * quantity) / lot.quantity) }];
  });
}

/** The lots after a split that adds units. */
function split(lots: readonly PortfolioLot[], more: number): PortfolioLot[] {
  const held = lots.reduce((sum, { quantity }) => sum + quantity, 0);
  const factor = (held + more) / held;
  return lots.map((lot) => ({
    ...lot,
    quantity: lot.quantity * factor,
    price: lot.price / factor,
  }));
}
