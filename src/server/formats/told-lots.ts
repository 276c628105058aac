import type { Holding } from "../../protocol/investments.ts";
import { type Portfolio, toCurrency } from "./investments.ts";
import { type Lot, toParts, unitPrice } from "./lots.ts";

/**
 * The lots that an institution reports, oldest first. Only securities without traded units count.
 * Lots without a day, or with a sum other than their position, are ignored.
 */
export function toldLots(
  { holdings, transactions }: Portfolio,
  currency: string,
): ReadonlyMap<string, readonly Lot[]> {
  const moved = new Set(transactions.map((row) => (row.quantity === 0 ? null : row.security_id)));
  const counts = new Map<string, number>();
  for (const { security_id: id } of holdings) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Map(
    holdings.flatMap((holding): [string, readonly Lot[]][] => {
      const id = holding.security_id;
      const lots = moved.has(id) || counts.get(id) !== 1 ? null : lotsOf(holding, currency);
      return lots === null ? [] : [[id, lots]];
    }),
  );
}

function lotsOf(holding: Holding, ofAccount: string): Lot[] | null {
  const { quantity, tax_lots } = holding;
  const currency = toCurrency(holding) ?? ofAccount;
  const lots = tax_lots.flatMap((lot): Lot[] => {
    const { cost_basis: basis, original_purchase_datetime: bought } = lot;
    const units = toParts(lot.quantity ?? 0);
    if (bought === null || units === 0n || units > 0n !== quantity > 0) return [];
    const unit = basis === null ? null : unitPrice(toParts(Math.abs(basis)), units);
    const positive = unit && { ...unit, value: unit.value < 0n ? -unit.value : unit.value };
    return [{ units, cost: positive && { unit: positive, currency }, day: bought.slice(0, 10) }];
  });
  const sum = lots.reduce((all, { units }) => all + units, 0n);
  const isWhole = lots.length > 0 && lots.length === tax_lots.length && sum === toParts(quantity);
  return isWhole ? lots.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day))) : null;
}
