import { isOutgoing, outOfPair, plainWord } from "./cell-words.ts";
import type { ColumnKind } from "./column-kinds.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isFree, isSigned } from "./fill-columns.ts";

type Columns = CsvMapping["columns"];
type Rows = readonly (readonly string[])[];

/**
 * Chooses among several direction columns, such as that of a balance: the column next to the amount
 * with both words.
 */
export function chooseDirection(columns: Columns, kinds: readonly ColumnKind[], rows: Rows): void {
  const { direction, amount } = columns;
  if (direction === undefined || amount === undefined) return;
  const isOne = (at: number) => new Set(rows.map((row) => row[at]?.trim())).size < 2;
  const rank = (at: number) => (isOne(at) ? kinds.length : 0) + Math.abs(at - amount);
  for (const [at, { kind }] of kinds.entries()) {
    const best = columns.direction ?? direction;
    const isOther = kind === "direction" && isFree(columns, at);
    if (isOther && rank(at) < rank(best)) columns.direction = at;
  }
}

/**
 * Reads a column that marks one direction only, such as CR after payments. Blank cells mean the
 * opposite direction.
 */
export function marksOfOneDirection(columns: Columns, rows: Rows): void {
  const width = Math.max(...rows.map(({ length }) => length));
  for (let at = 0; at < width && columns.amount !== undefined; at += 1) {
    const words = new Set(rows.map((row) => row[at]?.trim() ?? ""));
    const [mark = "", ...others] = [...words].filter((word) => word !== "");
    if (!words.has("") || others.length > 0 || !isFree(columns, at)) continue;
    if (/^(cr|dr|db|[cdkhs+-]|credit|debit)\.?$/i.test(mark)) columns.direction ??= at;
  }
}

/**
 * Whether direction words determine the signs of amounts: most amounts, and most outflows, have no
 * minus.
 */
export function saysSigns(columns: Columns, rows: Rows): boolean {
  const { amount = -1, direction = -1 } = columns;
  if (repeatsWords(columns, rows)) return true;
  const pair = outOfPair([...new Set(rows.map((row) => plainWord(row[direction] ?? "")))]);
  const isOut = (cell = "") => (pair === null ? isOutgoing(cell) : plainWord(cell) === pair);
  const out = rows.filter((row) => isOut(row[direction]) === true);
  const isRare = (some: Rows) =>
    some.filter((row) => isSigned(row[amount])).length * 2 <= some.length;
  const hasBoth = out.length > 0 && rows.some((row) => isOut(row[direction]) === false);
  return hasBoth && isRare(out) && isRare(rows);
}

/**
 * Whether a minus repeats the direction word for inflows, as on cards: all inflows have a minus,
 * and no outflow has.
 */
export function repeatsWords({ amount = -1, direction = -1 }: Columns, rows: Rows): boolean {
  const isIn = (row: readonly string[]) => isOutgoing(row[direction] ?? "") === false;
  return (
    rows.filter(isIn).length >= MIN_REPEATED &&
    rows.some((row) => isOutgoing(row[direction] ?? "") === true) &&
    rows.every((row) => isSigned(row[amount]) === isIn(row))
  );
}
const MIN_REPEATED = 2;
