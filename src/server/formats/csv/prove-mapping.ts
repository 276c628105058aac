import type { SumMismatch } from "../balance-check.ts";
import { compareSums } from "../balance-check.ts";
import { toSum } from "../decimal-sum.ts";
import { FormatError } from "../format-error.ts";
import { type BalanceChain, chainOf, isConfirmed } from "../running-balance.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isSigned } from "./fill-columns.ts";
import type { ColumnGuess } from "./guess-columns.ts";
import { balanceColumns, readingsOf } from "./readings.ts";
import type { RowGroup } from "./row-group.ts";
import { createRowReader } from "./row-reader.ts";
import { areOppositeByWords } from "./sign-by-balances.ts";

type Rows = readonly (readonly string[])[];

/** The maximum number of rows on which readings are tried. */
const MAX_ROWS = 300;
/** The maximum number of tried readings, and the maximum number of amount columns in them. */
const MAX_READINGS = 200;
const MAX_AMOUNTS = 8;

/**
 * How a reading agrees with the balances: the steps that hold and break, and the first sums that
 * differ.
 */
export type Proof = {
  at: "confirmed" | "contradicted" | "silent";
  held: number;
  broken: number;
  mismatch: SumMismatch | null;
  order: BalanceChain["order"] | null;
  /** Whether the days are in the order of the balances. */
  isInTime: boolean;
  /** How many transactions the reading has. */
  count: number;
  /**
   * The row whose sign stays ambiguous although balances decide all other signs; null without such
   * a row.
   */
  openRow: readonly string[] | null;
};

/**
 * Tries the readings of a table against its balances, the likeliest first. Returns the confirmed
 * reading, otherwise the first reading with its proof.
 */
export function proveMapping(
  mapping: CsvMapping,
  guess: ColumnGuess,
  rows: Rows,
  names: readonly string[],
): { mapping: CsvMapping; proof: Proof; isOnly: boolean } {
  const sample = rows.slice(0, MAX_ROWS);
  const proof = proofOf(mapping, sample, names);
  const isDecided = proof.at === "confirmed" && proof.isInTime;
  if (
    (isDecided && guess.isSure && proof.broken === 0) ||
    (proof.at === "silent" && !hasOtherBalance(mapping, guess, sample))
  )
    return { mapping, proof, isOnly: true };
  let isOnly = true;
  let best = { mapping, proof };
  let tried = 0;
  const few = { ...guess, amounts: withoutCounters(guess.amounts, sample).slice(0, MAX_AMOUNTS) };
  for (const reading of readingsOf(mapping, few, sample)) {
    if (++tried > MAX_READINGS) break;
    const found = proofOf(reading, sample, names);
    if (found.at !== "confirmed") continue;
    // Some proofs are weaker than column names: a single step between codes that look like amounts,
    // a subtracted fee, and signs reversed by an unnamed balance.
    const isOfNames =
      !guess.isSure || (haveSamePlaces(reading, mapping) && isPlain(reading, mapping));
    if (proof.at === "silent" && !isOfNames && found.held < MIN_HELD) continue;
    if (isBetter(found, best.proof)) {
      best = { mapping: reading, proof: found };
      isOnly = true;
    } else if (isEqual(found, best.proof)) isOnly &&= haveSameAmounts(reading, best.mapping);
  }
  if (best.proof.at === "confirmed" && best.proof.broken === 0) return { ...best, isOnly };
  for (const reading of unsignedReadings(mapping, few, sample)) {
    const found = proofOf(reading, sample, names);
    if (found.held < MIN_HELD || !found.isInTime || !isBetter(found, best.proof)) continue;
    best = { mapping: reading, proof: found };
  }
  return { ...best, isOnly };
}

/**
 * The minimum number of balance steps that prove guessed signs, or columns that contradict their
 * names.
 */
const MIN_HELD = 2;

/** The readings of columns without a minus. The balances give the signs. */
const unsignedReadings = (mapping: CsvMapping, guess: ColumnGuess, rows: Rows): CsvMapping[] =>
  balanceColumns(mapping, guess).flatMap(({ debit: _, credit, direction, ...columns }) =>
    guess.amounts
      .filter((at) => columns.balance !== undefined && at !== columns.balance)
      .filter((at) => !rows.some((row) => isSigned(row[at])))
      .map((amount) => ({
        // Most rows of an account are money out.
        ...{ ...mapping, isNegated: true, isSignedByBalance: true },
        columns: { ...columns, amount },
      })),
  );

/**
 * The amount columns. Columns of whole numbers next to a column with decimals count or name rows,
 * and are left out.
 */
export function withoutCounters(amounts: readonly number[], rows: Rows): readonly number[] {
  const isWhole = (at: number) => rows.every((row) => /^[\s'#]*\d*\s*$/.test(row[at] ?? ""));
  const isExact = (at: number) => rows.some((row) => /\d[.,]\d{1,2}\D*$/.test(row[at] ?? ""));
  return amounts.some(isExact) ? amounts.filter((at) => !isWhole(at)) : amounts;
}

const isEqual = (one: Proof, other: Proof): boolean =>
  one.held === other.held &&
  one.broken === other.broken &&
  one.isInTime === other.isInTime &&
  one.count === other.count;

/** Whether two readings take amounts and balances from the same columns. */
const haveSameAmounts = (one: CsvMapping, other: CsvMapping): boolean =>
  one.columns.balance === other.columns.balance && haveSamePlaces(one, other);

/** Whether a reading takes the named balance, or the amounts as guessed. */
const isPlain = (reading: CsvMapping, mapping: CsvMapping): boolean =>
  reading.columns.balance === mapping.columns.balance ||
  (reading.isNegated === mapping.isNegated && reading.columns.fee === mapping.columns.fee);

const haveSamePlaces = (one: CsvMapping, other: CsvMapping): boolean =>
  amountPlaces(one).join() === amountPlaces(other).join();

const amountPlaces = ({ columns: { amount, debit, credit } }: CsvMapping): number[] =>
  [amount, debit, credit].flatMap((at) => at ?? []).toSorted((a, b) => a - b);

/** Whether a confirmed reading is better than the best reading so far. */
const isBetter = (found: Proof, best: Proof): boolean =>
  best.at !== "confirmed" ||
  found.held > best.held ||
  (found.held === best.held &&
    (found.broken < best.broken ||
      (found.broken === best.broken &&
        ((found.isInTime && !best.isInTime) ||
          (found.isInTime === best.isInTime && found.count > best.count)))));

const hasOtherBalance = ({ columns }: CsvMapping, { amounts }: ColumnGuess, rows: Rows): boolean =>
  columns.balance === undefined &&
  withoutCounters(amounts, rows).some((at) => !Object.values(columns).includes(at));

/**
 * Checks a reading of some rows against the balances of their lines, or against the balances above
 * and below the rows.
 */
export function proofOf(mapping: CsvMapping, rows: Rows, names: readonly string[]): Proof {
  let groups: RowGroup[];
  try {
    const reader = createRowReader(mapping, () => undefined, [], names);
    for (const [line, cells] of rows.entries()) reader.take({ cells, line });
    groups = reader.end();
  } catch (failure) {
    if (failure instanceof FormatError) return SILENT;
    throw failure;
  }
  if (
    mapping.isSignedByBalance &&
    areOppositeByWords(groups.flatMap(({ transactions }) => transactions))
  )
    return SILENT;
  const proofs = groups.map(proofOfGroup);
  const open = groups.find(({ openRow }) => openRow)?.openRow?.line;
  const held = proofs.reduce((sum, each) => sum + each.held, 0);
  const broken = proofs.reduce((sum, each) => sum + each.broken, 0);
  if (held + broken === 0) return SILENT;
  return {
    ...{ at: isConfirmed({ held, broken }) ? "confirmed" : "contradicted", held, broken },
    mismatch: proofs.find(({ mismatch }) => mismatch)?.mismatch ?? null,
    order: proofs.every(({ order }) => order === proofs[0]?.order)
      ? (proofs[0]?.order ?? null)
      : null,
    isInTime: proofs.every(({ isInTime }) => isInTime),
    count: groups.reduce((sum, { transactions }) => sum + transactions.length, 0),
    openRow: (open !== undefined && rows[open]) || null,
  };
}

const SILENT: Proof = {
  ...{ at: "silent", held: 0, broken: 0 },
  ...{ mismatch: null, order: null, isInTime: true, count: 0, openRow: null },
};

function proofOfGroup({
  steps: booked,
  opening,
  closing,
  transactions,
}: RowGroup): Omit<Proof, "count" | "openRow"> {
  const known = booked.filter(({ balance }) => balance !== null);
  const isConstant = new Set(known.map(({ balance }) => balance)).size < 2;
  if (!isConstant) {
    const { held, broken, mismatch, order } = chainOf(booked);
    // Balances before each row agree with all signs turned, if time ran backwards.
    const isBackwards = order === "newest first" && areRising(transactions);
    const steps = isBackwards ? { held: 0, broken: held + broken } : { held, broken };
    const isInTime = goesOn(transactions, order);
    return { at: "silent", ...steps, mismatch, order, isInTime };
  }
  if (!opening || !closing) return SILENT;
  const rows = booked.reduce((sum, { amount }) => sum + toSum(amount), 0n);
  const check = compareSums(rows, toSum(closing.amount) - toSum(opening.amount));
  return check.at === "contradicted"
    ? { ...SILENT, broken: 1, mismatch: { rows: check.rows, balances: check.balances } }
    : { ...SILENT, held: 1 };
}

/** The minimum number of ascending days that proves that the oldest rows are first. */
const MIN_DAYS = 3;

/** Whether the days of the rows never decrease, over several days. */
const areRising = (rows: RowGroup["transactions"]): boolean =>
  rows.every(({ date }, at) => date >= (rows[at - 1]?.date ?? "")) &&
  new Set(rows.map(({ date }) => date)).size >= MIN_DAYS;

/** Whether the first and the last row are in the order in time that the balances imply. */
function goesOn(rows: RowGroup["transactions"], order: BalanceChain["order"]): boolean {
  const [first = "", last = ""] = [rows[0]?.date, rows.at(-1)?.date];
  return order === "any" || first === last || (order === "oldest first") === first < last;
}
