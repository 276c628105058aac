/** Amounts are summed in ten-thousandths of a unit, precise enough for every currency. */
const PARTS = 10_000;

/** The exact sum of amounts. */
export const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * PARTS), 0) / PARTS;

/** The mean of amounts to the cent; null without amounts. */
export const meanOf = (amounts: readonly number[]): number | null =>
  amounts.length === 0 ? null : Math.round((sumAmounts(amounts) / amounts.length) * 100) / 100 + 0;

/** The median. */
export const medianOf = (values: readonly number[]): number => {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = ascending.length / 2;
  const [low = 0, high = 0] = [ascending[Math.ceil(middle) - 1], ascending[Math.floor(middle)]];
  return (low + high) / 2;
};
