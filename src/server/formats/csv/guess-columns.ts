import { isOutgoing } from "./cell-words.ts";
import { type CellKind, plainName, ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping, CsvRole } from "./csv-mapping.ts";
import { isAmount, isDay } from "./csv-rows.ts";

/** The part of a column's cells that may be of another kind: totals and notes between the rows. */
const MAX_OTHER_CELLS = 0.1;

/** The columns that are looked at. */
const MAX_COLUMNS = 100;

type Columns = CsvMapping["columns"];
type ColumnKind = CellKind | "sparse amount" | "empty";

/** Guesses the meanings of the columns; `isSure` says whether their names told those that every file needs. */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): { columns: Columns; isSure: boolean } {
  const kinds = kindsOf(rows);
  const named = namedColumns(header, kinds);
  removeHalfPair(named, header, kinds, rows);
  moveOtherAccounts(named, header, rows);
  const { amount, direction } = named;
  // Signs are surer than words.
  if (amount !== undefined && direction !== undefined && rows.some((row) => isSigned(row[amount])))
    delete named.direction;
  const isSure =
    named.date !== undefined &&
    (named.amount !== undefined || named.debit !== undefined) &&
    (named.description !== undefined || named.payee !== undefined);
  const columns = { ...named };
  const free = (kind: ColumnKind) =>
    kinds.findIndex((other, at) => other === kind && !Object.values(columns).includes(at));
  const fill = (role: CsvRole, at: number) => {
    if (at >= 0) columns[role] = at;
  };
  if (columns.date === undefined && columns.valueDate !== undefined) {
    columns.date = columns.valueDate;
    delete columns.valueDate;
  }
  if (columns.date === undefined) fill("date", free("date"));
  const pair =
    columns.amount === undefined &&
    columns.debit === undefined &&
    splitPair(kinds, rows, Object.values(columns));
  if (pair) [columns.debit, columns.credit] = pair;
  else if (columns.amount === undefined && columns.debit === undefined)
    fill("amount", likeliestAmount(kinds, rows, Object.values(columns)));
  if (columns.description === undefined && columns.payee === undefined)
    fill("description", longestText(kinds, rows, Object.values(columns)));
  return { columns, isSure };
}

function kindsOf(rows: readonly (readonly string[])[]): ColumnKind[] {
  const width = Math.min(MAX_COLUMNS, Math.max(...rows.map(({ length }) => length)));
  return Array.from({ length: width }, (_, at) => {
    const cells = rows.map((row) => row[at]?.trim() ?? "").filter((cell) => cell !== "");
    const is = (test: (cell: string) => boolean) =>
      cells.filter((cell) => !test(cell)).length <= cells.length * MAX_OTHER_CELLS;
    const isFull = cells.length === rows.length;
    const isMostlyFull = cells.length >= rows.length * (1 - MAX_OTHER_CELLS);
    if (cells.length === 0) return "empty";
    if (is(isDay)) return "date";
    if (isFull && is((cell) => isOutgoing(cell) !== null)) return "direction";
    if (is(isAmount)) return isMostlyFull ? "amount" : "sparse amount";
    return isFull && is((cell) => /^[A-Z]{3}$/.test(cell)) ? "currency" : "text";
  });
}

function namedColumns(
  header: readonly string[],
  kinds: readonly ColumnKind[],
  roles = ROLE_NAMES,
  taken: readonly number[] = [],
): Columns {
  const names = header.map(plainName);
  const columns: Columns = {};
  for (const { role, kind, names: patterns } of roles) {
    const isFree = (at: number) => ![...Object.values(columns), ...taken].includes(at);
    const places = patterns.map((pattern) =>
      names.findIndex(
        (name, at) =>
          isFree(at) && isOfKind(kinds[at] ?? "empty", kind, role) && pattern.test(name),
      ),
    );
    const place = places.find((at) => at >= 0);
    if (place !== undefined) columns[role] = place;
  }
  return columns;
}

/** The roles of amounts that not every row has. */
const SPARSE_ROLES: readonly CsvRole[] = ["debit", "credit", "balance"];

/** A reference of digits only looks like an amount; an empty column may be of a text, or of money in or out. */
const isOfKind = (found: ColumnKind, wanted: CellKind, role: CsvRole): boolean =>
  found === wanted ||
  (found === "empty" && (wanted === "text" || role === "debit" || role === "credit")) ||
  (found === "sparse amount" && SPARSE_ROLES.includes(role)) ||
  (wanted === "text" && found !== "date");

/** Money in and money out need each other; alone, the column is one of signed amounts. */
function removeHalfPair(
  columns: Columns,
  header: readonly string[],
  kinds: readonly ColumnKind[],
  rows: readonly (readonly string[])[],
): void {
  const { debit, credit } = columns;
  if (debit !== undefined && credit !== undefined && !rows.some(isBoth(debit, credit))) {
    delete columns.amount;
    return;
  }
  delete columns.debit;
  delete columns.credit;
  if (columns.amount !== undefined) return;
  const roles = ROLE_NAMES.filter(({ role }) => role === "amount");
  const { amount } = namedColumns(header, kinds, roles, Object.values(columns));
  if (amount !== undefined) columns.amount = amount;
}

/** Whether a row has money in both of two columns. */
const isBoth = (debit: number, credit: number) => (row: readonly string[]) =>
  [debit, credit].every((at) => /[1-9]/.test(row[at] ?? ""));

/** Two columns of amounts of which each row has one: money out, and money in behind it. */
function splitPair(
  kinds: readonly ColumnKind[],
  rows: readonly (readonly string[])[],
  taken: readonly number[],
): [number, number] | null {
  const free = kinds.flatMap((kind, at) =>
    kind.endsWith("amount") && !taken.includes(at) ? [at] : [],
  );
  for (const debit of free)
    for (const credit of free.filter((at) => at > debit))
      if (rows.every((row) => (row[debit]?.trim() === "") !== ((row[credit] ?? "").trim() === "")))
        return [debit, credit];
  return null;
}

const isSigned = (cell: string | undefined): boolean => /^\s*[-−–(]|-\s*$/.test(cell ?? "");

/** Names that banks give to either party's account, and the rows after which one number must be the own one. */
const EITHER_ACCOUNT = /^(iban|konto|kontonummer|account (number|no)|cuenta|conto)$/;
const MIN_ROWS = 5;

/** A column of accounts that changes from row to row is the other party's. */
function moveOtherAccounts(
  columns: Columns,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const { account, counterpartyAccount } = columns;
  if (account === undefined || counterpartyAccount !== undefined) return;
  const numbers = rows.map((row) => row[account]?.trim() ?? "");
  const count = new Set(numbers).size;
  const isOwn = EITHER_ACCOUNT.test(plainName(header[account] ?? ""))
    ? count === 1 && rows.length >= MIN_ROWS
    : !numbers.includes("") && count <= Math.max(1, rows.length / 3);
  if (isOwn) return;
  delete columns.account;
  columns.counterpartyAccount = account;
}

/** The column of amounts with the most signs and decimals: the others are balances, or numbers of another kind. */
function likeliestAmount(
  kinds: readonly ColumnKind[],
  rows: readonly (readonly string[])[],
  taken: readonly number[],
): number {
  const scores = kinds.map((kind, at) =>
    kind !== "amount" || taken.includes(at)
      ? -1
      : rows.filter((row) => /[.,]\d\d\b/.test(row[at] ?? "")).length +
        rows.filter((row) => /[-−(]/.test(row[at] ?? "")).length,
  );
  const best = Math.max(-1, ...scores);
  return best < 0 ? -1 : scores.indexOf(best);
}

function longestText(
  kinds: readonly ColumnKind[],
  rows: readonly (readonly string[])[],
  taken: readonly number[],
): number {
  const lengths = kinds.map((kind, at) =>
    kind !== "text" || taken.includes(at)
      ? 0
      : rows.reduce((sum, row) => sum + (row[at]?.length ?? 0), 0),
  );
  const longest = Math.max(0, ...lengths);
  return longest === 0 ? -1 : lengths.indexOf(longest);
}
