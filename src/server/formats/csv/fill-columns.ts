import { parseDay } from "../locale-values.ts";
import { decideDateOrder } from "../locale-votes.ts";
import type { ColumnKind } from "./column-kinds.ts";
import type { CsvMapping, CsvRole } from "./csv-mapping.ts";
import { directionByWords } from "./guess-sign.ts";

type Columns = CsvMapping["columns"];
type Rows = readonly (readonly string[])[];

/** Whether a column has no meaning yet. */
export const isFree = (columns: Columns, at: number): boolean =>
  !Object.values(columns).includes(at);

/** The maximum share of rows with money in both columns: totals. */
export const MAX_BOTH = 0.1;

/** Fills the required columns. A column without a known name is identified by its cells. */
export function filled(columns: Columns, kinds: readonly ColumnKind[], rows: Rows): Columns {
  const fill = (role: CsvRole, at: number) => {
    if (at >= 0) columns[role] = at;
  };
  if (columns.date === undefined && columns.valueDate !== undefined) {
    columns.date = columns.valueDate;
    delete columns.valueDate;
  }
  if (columns.date === undefined && columns.madeDate !== undefined) {
    columns.date = columns.madeDate;
    delete columns.madeDate;
  }
  if (columns.date === undefined) fill("date", lastDay(kinds, rows, columns));
  if (columns.amount === undefined && columns.debit === undefined) {
    const pair = splitPairs(kinds, rows, columns)[0];
    if (pair) [columns.debit, columns.credit] = pair;
    else fill("amount", likeliestAmount(kinds, rows, columns));
  }
  if (columns.description === undefined && columns.memo === undefined) {
    const at = longestText(kinds, rows, columns);
    const words = rows.filter((row) => /\p{L}{3}/u.test(row[at] ?? "")).length;
    if (columns.payee === undefined || words * 2 >= rows.length) fill("description", at);
  }
  return columns;
}

/**
 * The column with the latest day of every row, which is the booking day; otherwise the first column
 * of days.
 */
function lastDay(kinds: readonly ColumnKind[], rows: Rows, columns: Columns): number {
  const places = kinds.flatMap(({ kind }, at) =>
    kind === "date" && isFree(columns, at) ? [at] : [],
  );
  const [first = -1] = places;
  const cells = rows.flatMap((row) => places.map((at) => row[at] ?? ""));
  const order = decideDateOrder(cells, "DMY").value;
  const days = rows.map((row) => places.map((at) => parseDay(row[at] ?? "", order) ?? ""));
  const last = places.findIndex((_, at) =>
    days.every((row) => row.every((day) => day <= (row[at] ?? ""))),
  );
  return places[last] ?? first;
}

/**
 * Swaps a pair of columns if the rows' words contradict the pair. Returns whether the rows have
 * such words.
 */
export function turnByWords(columns: Columns, rows: Rows): "words" | null {
  const { debit = -1, credit = -1 } = columns;
  let votes = 0;
  for (const row of rows) {
    const direction = directionByWords(row);
    if (direction === null) continue;
    votes += /[1-9]/.test(row[debit] ?? "") === (direction === "out") ? 1 : -1;
  }
  if (votes < 0) [columns.debit, columns.credit] = [credit, debit];
  return votes === 0 ? null : "words";
}

/** The maximum number of columns of amounts that are paired. */
const MAX_PAIRED = 8;

/** Adjacent columns of amounts with one amount per row: outflows, then inflows. */
export function splitPairs(
  kinds: readonly ColumnKind[],
  rows: Rows,
  columns: Columns,
): [number, number][] {
  const free = kinds
    .flatMap(({ kind }, at) => (kind === "amount" && isFree(columns, at) ? [at] : []))
    .slice(0, MAX_PAIRED);
  const has = (row: readonly string[], at: number) => /[1-9]/.test(row[at] ?? "");
  return free.flatMap((debit) =>
    free
      .filter((credit) => credit > debit)
      .filter((credit) => {
        const fits = rows.filter((row) => has(row, debit) !== has(row, credit)).length;
        return (
          fits >= rows.length * (1 - MAX_BOTH) &&
          [debit, credit].every((at) => rows.some((row) => has(row, at)))
        );
      })
      .map((credit): [number, number] => [debit, credit]),
  );
}

/** Whether an amount is negative. */
export const isSigned = (cell: string | undefined): boolean => /^\s*[-−–(]|-\s*$/.test(cell ?? "");

/** The column of amounts with the most decimals and signs. */
function likeliestAmount(kinds: readonly ColumnKind[], rows: Rows, columns: Columns): number {
  const scores = kinds.map(({ kind, fill }, at) =>
    kind !== "amount" || fill < 0.5 || !isFree(columns, at)
      ? -1
      : rows.filter((row) => /[.,]\d\d\b/.test(row[at] ?? "")).length +
        rows.filter((row) => /[-−(]/.test(row[at] ?? "")).length,
  );
  const best = Math.max(-1, ...scores);
  return best < 0 ? -1 : scores.indexOf(best);
}

/** The column with the most text. Texts that all rows share do not count. */
function longestText(kinds: readonly ColumnKind[], rows: Rows, columns: Columns): number {
  const lengths = kinds.map(({ kind }, at) =>
    kind !== "text" || !isFree(columns, at)
      ? 0
      : [...new Set(rows.map((row) => row[at] ?? ""))].reduce((sum, text) => sum + text.length, 0),
  );
  const longest = Math.max(0, ...lengths);
  return longest === 0 ? -1 : lengths.indexOf(longest);
}
