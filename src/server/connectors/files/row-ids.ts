import { groupBy } from "../../domain/group-by.ts";
import type { StatementTransaction } from "../../formats/statement.ts";
import type { Span, StoredRow } from "./file-account.ts";
import {
  daysBetween,
  fingerprint,
  isIn,
  joinWords,
  MAX_DAYS,
  type ReferredRow,
  referenceKey,
} from "./row-words.ts";

/**
 * Nearly every id belongs to one stored row, so a list per id would take more memory than the rows.
 */
type IdIndex = { first: ReadonlyMap<string, StoredRow>; rest: ReadonlyMap<string, StoredRow[]> };

/**
 * Matches a file's rows with stored ones by id, and returns the rest. `free` has a 1 for each
 * stored row that may still be matched.
 */
export const matchIds = (
  stored: readonly StoredRow[],
  rows: readonly StatementTransaction[],
  span: Span,
  free: Uint8Array,
  match: (old: StoredRow, row: StatementTransaction) => void,
): StatementTransaction[] => {
  const { first, rest } = indexOf(stored);
  const firstOf = ({ id }: StatementTransaction) => (id === null ? undefined : first.get(id));
  const olds = rows.map(firstOf);
  const isMoved = movedIds(stored, rows);
  const isClear = !hasRepeats(rows, olds, free.length);
  return (isClear ? rows : withoutDoubtfulIds(rows)).filter((row, at) => {
    const known = isClear ? olds[at] : firstOf(row);
    const old = known && sameId(rest.get(row.id ?? "") ?? [known], row, span, free);
    if (!old || isMoved(old, row)) return true;
    match(old, row);
    return false;
  });
};

/**
 * Returns a function that tells whether a file has given a stored row's id to another row. An id
 * that is a day's position moves to a row stored under another id, or its own row is in the file
 * under another id.
 */
function movedIds(
  stored: readonly StoredRow[],
  rows: readonly StatementTransaction[],
): (old: StoredRow, row: StatementTransaction) => boolean {
  let index: { stored: ReadonlyMap<string, string[]>; rows: ReadonlyMap<string, string[]> } | null =
    null;
  /**
   * Whether a list has a row under another id than `id` and than the equal rows' ids in the other
   * list.
   */
  const isElsewhere = (
    list: ReadonlyMap<string, string[]>,
    other: ReadonlyMap<string, string[]>,
    key: string,
    id: string | null,
  ): boolean => {
    const others = other.get(key);
    return (list.get(key) ?? []).some((each) => each !== id && !others?.includes(each));
  };
  return (old, row) => {
    const [before, now] = [contentKey(old), contentKey(row)];
    if (before === now) return false;
    index ??= { stored: idsByContent(stored), rows: idsByContent(rows) };
    return (
      isElsewhere(index.stored, index.rows, now, row.id) ||
      isElsewhere(index.rows, index.stored, before, old.id)
    );
  };
}

/** The whole content of a row. */
const contentKey = (row: ReferredRow & Pick<StatementTransaction, "pending">): string =>
  `${row.pending} ${referenceKey(row)}`;

function idsByContent(rows: readonly StatementTransaction[] | readonly StoredRow[]) {
  const ids = new Map<string, string[]>();
  for (const row of rows) {
    if (row.id === null) continue;
    const key = contentKey(row);
    const known = ids.get(key);
    if (known) known.push(row.id);
    else ids.set(key, [row.id]);
  }
  return ids;
}

function indexOf(rows: readonly StoredRow[]): IdIndex {
  const first = new Map<string, StoredRow>();
  const rest = new Map<string, StoredRow[]>();
  for (const row of rows) {
    if (row.id === null) continue;
    const known = first.get(row.id);
    const others = rest.get(row.id);
    if (!known) first.set(row.id, row);
    else if (others) others.push(row);
    else rest.set(row.id, [known, row]);
  }
  return { first, rest };
}

/** Whether a file has an id twice. Each id has one stored row, so that few texts are compared. */
function hasRepeats(
  rows: readonly StatementTransaction[],
  olds: readonly (StoredRow | undefined)[],
  size: number,
): boolean {
  const known = new Uint8Array(size);
  const fresh = new Set<string>();
  return rows.some(({ id }, at) => {
    const old = olds[at];
    if (id === null) return false;
    if (!old) return fresh.size === fresh.add(id).size;
    const isRepeat = known[old.number] === 1;
    known[old.number] = 1;
    return isRepeat;
  });
}

/**
 * Removes ids that are not unique in a file. Rows with the same id, date, amount and words are one
 * transaction. If any of these differ, the id is ignored.
 */
function withoutDoubtfulIds(rows: readonly StatementTransaction[]): StatementTransaction[] {
  const byId = groupBy(rows, ({ id }) => id);
  const kinds = new Map(
    [...byId].map(([id, same]) => [
      id,
      same.length === 1 ? 1 : new Set(same.map((row) => `${row.pending} ${fingerprint(row)}`)).size,
    ]),
  );
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    if (row.id === null) return row;
    if ((kinds.get(row.id) ?? 1) > 1) return { ...row, id: null };
    if (seen.has(row.id)) return [];
    seen.add(row.id);
    return row;
  });
}

/**
 * Finds the stored transaction with a row's id. Some banks restart their ids in each file, so the
 * amount, or the date and words, must also agree. A date moves only if the file covers the old
 * date.
 */
function sameId(
  sameIds: readonly StoredRow[],
  row: StatementTransaction,
  span: Span,
  free: Uint8Array,
): StoredRow | undefined {
  const olds = sameIds.filter(({ number }) => free[number] === 1);
  return (
    olds.find((old) => old.date === row.date && old.amount === row.amount) ??
    olds.find((old) => old.date === row.date && joinWords(old) === joinWords(row)) ??
    olds.find(
      (old) =>
        old.amount === row.amount &&
        (old.pending || isIn(span, old.date)) &&
        Math.abs(daysBetween(old.date, row.date)) <= MAX_DAYS,
    )
  );
}
