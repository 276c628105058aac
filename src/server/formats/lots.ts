import { amountFrom } from "./decimal.ts";

/** An exact number: `value` divided by a power of ten. */
type Exact = { value: bigint; decimals: number };

/** Units and money are counted in parts of 10^-8, so that sums are exact. */
const DECIMALS = 8;

/**
 * The additional decimals of a unit's cost. A lot then differs from its cost by less than half a
 * part, so programs that balance at the decimals of money see no difference.
 */
const MORE_DECIMALS = DECIMALS;

const SHORT = /^-?\d+(\.\d{1,8})?$/;

/** The exact value of an API number. */
export const exactly = (number: number): Exact => ({ value: toParts(number), decimals: DECIMALS });

/** A number of the API in parts of 10^-8. */
export const toParts = (number: number): bigint => {
  // The shortest notation of a number lacks floating-point noise.
  const text = SHORT.test(String(number)) ? String(number) : amountFrom(number);
  const [whole = "", decimals = ""] = text.split(".");
  return BigInt(whole + decimals.padEnd(DECIMALS, "0"));
};

/** Writes a number of parts. */
export const partsText = (parts: bigint): string =>
  formatExact({ value: parts, decimals: DECIMALS });

/** Writes a number without trailing zeros. */
export function formatExact({ value, decimals }: Exact): string {
  const digits = `${value < 0n ? -value : value}`.padStart(decimals + 1, "0");
  const text = `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`;
  return `${value < 0n ? "-" : ""}${text.replace(/\.?0*$/, "")}`;
}

/** The price of one unit, from the price of all units. */
export const unitPrice = (total: bigint, units: bigint): Exact => {
  const digits = `${units < 0n ? -units : units}`.length - DECIMALS;
  const decimals = Math.max(digits, 0) + MORE_DECIMALS;
  const scaled = (total * 10n ** BigInt(decimals) * 2n) / units;
  return { value: (scaled + (scaled < 0n ? -1n : 1n)) / 2n, decimals };
};

/** The price of some units, from the price of one unit. */
export const totalPrice = ({ value, decimals }: Exact, units: bigint): bigint =>
  (value * units) / 10n ** BigInt(decimals);

/** Units that were bought together, or sold short. Their cost is null if unknown. */
export type Lot = {
  units: bigint;
  /** The cost of a unit, and the currency of the cost. */
  cost: { unit: Exact; currency: string } | null;
  day: string;
  /** For the lot before all trades: the original units behind the remaining units. */
  first?: bigint;
};

/** Lots that enter or leave. Leaving units have the opposite sign. */
export type LotChange = { lot: Lot; units: bigint };

/**
 * The lots of one security; the oldest lot leaves first. All known costs have the same currency.
 */
export type Book = {
  lots(): readonly Lot[];
  units(): bigint;
  /**
   * Moves units in or out. Units without a lot of the opposite sign form a new lot with this cost.
   */
  move(units: bigint, cost: Lot["cost"], day: string): LotChange[];
  /** Splits all lots in proportion, so that the sum grows by `more` units at the same cost. */
  split(more: bigint, day: string): LotChange[];
};

/** A split joins more lots than this to one, since each lot would be written twice. */
const MAX_SPLIT_LOTS = 100;

/**
 * Opens the lots of a security, starting from the lot before all trades, or from the reported lots.
 */
export const openBook = (first: Lot | null, told?: readonly Lot[]): Book => {
  const opening = first === null ? [] : [{ ...first, first: first.units }];
  let lots: Lot[] = told ? [...told] : opening;
  // The index of the first lot that has not left.
  let start = 0;
  let held = lots.reduce((sum, { units }) => sum + units, 0n);
  let currency = lots.find(({ cost }) => cost !== null)?.cost?.currency;
  return {
    lots: () => lots.slice(start),
    units: () => held,
    move: (units, cost, day) => {
      held += units;
      const changes: LotChange[] = [];
      let left = units;
      for (let lot = lots[start]; lot && left !== 0n && isOpposite(lot, left); lot = lots[start]) {
        const part = absolute(left) < absolute(lot.units) ? left : -lot.units;
        changes.push({ lot, units: part });
        left -= part;
        lots[start] = withUnits(lot, lot.units + part);
        if (lot.units + part === 0n) start += 1;
      }
      if (left === 0n) return changes;
      // Units that leave after a lot of unknown cost indicate unknown trades.
      const isKnown = changes.every(({ lot }) => lot.cost !== null);
      currency ??= cost?.currency;
      const lot = { units: left, cost: isKnown && cost?.currency === currency ? cost : null, day };
      lots.push(lot);
      return [...changes, { lot, units: left }];
    },
    split: (more, day) => {
      if (held * (held + more) <= 0n) return [];
      const before = lots.slice(start);
      const after = splitLots(before, { before: held, after: held + more }, day);
      [lots, start, held] = [after, 0, held + more];
      return [
        ...before.map((lot) => ({ lot, units: -lot.units })),
        ...after.map((lot) => ({ lot, units: lot.units })),
      ];
    },
  };
};

const isOpposite = ({ units }: Lot, left: bigint): boolean => units > 0n !== left > 0n;

function splitLots(
  lots: readonly Lot[],
  held: { before: bigint; after: bigint },
  day: string,
): Lot[] {
  const all = lots.length > MAX_SPLIT_LOTS ? [joinedLot(lots, held.before, day)] : lots;
  let given = 0n;
  return all.flatMap((lot, at): Lot[] => {
    const isLast = at === all.length - 1;
    const units = isLast ? held.after - given : (lot.units * held.after) / held.before;
    given += units;
    if (units === 0n) return [];
    const cost = lot.cost && {
      ...lot.cost,
      unit: unitPrice(totalPrice(lot.cost.unit, lot.units), units),
    };
    return [{ ...lot, units, cost }];
  });
}

const absolute = (units: bigint): bigint => (units < 0n ? -units : units);

const withUnits = (lot: Lot, units: bigint): Lot => ({
  ...lot,
  units,
  ...(lot.first !== undefined && { first: (lot.first * units) / lot.units }),
});

/** Joins lots. The cost is the sum of their costs, or unknown if any cost is unknown. */
function joinedLot(lots: readonly Lot[], units: bigint, day: string): Lot {
  const currencies = new Set(lots.map(({ cost }) => cost?.currency));
  const [currency] = currencies;
  if (currencies.size !== 1 || currency === undefined) return { units, cost: null, day };
  const total = lots.reduce(
    (sum, { cost, units: own }) => sum + (cost ? totalPrice(cost.unit, own) : 0n),
    0n,
  );
  return { units, cost: { unit: unitPrice(total, units), currency }, day };
}
