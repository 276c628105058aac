import { groupBy } from "../../domain/group-by.ts";
import type { StatementTransaction } from "../../formats/statement.ts";
import { matchContent } from "./content-matches.ts";
import { type Ledger, type Span, type StoredRow, storedRow } from "./file-account.ts";
import { matchIds } from "./row-ids.ts";
import {
  amountKey,
  daysBetween,
  fingerprint,
  isEqual,
  isIn,
  type ReferredRow,
  referenceKey,
  stateKey,
} from "./row-words.ts";

/** A row of a new file, and the stored row that may be the same transaction. */
export type Question = { stored: StoredRow; row: StatementTransaction };

/** The user's answer to a question. */
export type Answer = "same" | "other";

/** The rows of a file, and the covered days. */
export type FileRows = {
  rows: readonly StatementTransaction[];
  span: Span;
  /** The account's currency. */
  currency?: string | null;
  /** Whether the file is known to have its whole first day. */
  hasFirstDay?: boolean;
};

/** A ledger after merging a file's rows. */
export type Merge = {
  ledger: Ledger;
  /** The questions that the file leaves open, independent of the answers. */
  questions: readonly Question[];
  added: number;
  /** The first day of a change; null if nothing changed. */
  changedFrom: string | null;
};

/**
 * Merges a file's rows into a ledger, without duplicates or losses. The bank's own id identifies a
 * transaction if it is unique in the file, and the content agrees. A file covers whole days: of
 * equal rows (date, amount, words), as many remain as the file with the most has, whatever their
 * ids. Other rows are matched by content, like a pull's rows. Two cases leave open whether rows are
 * the same: files that meet within a day, and a row with the date and amount of a stored row that
 * the file lacks. These are the questions. `answers` are in their order, or one for all. Without an
 * answer both rows are kept.
 */
export const mergeRows = async (
  ledger: Ledger,
  { rows, span, currency = null, hasFirstDay = false }: FileRows,
  answers: readonly Answer[] | Answer = [],
): Promise<Merge> => {
  /** The rows by number, and a 1 for each row that may still be matched. */
  const stored: (StoredRow | undefined)[] = new Array(ledger.nextNumber);
  const free = new Uint8Array(ledger.nextNumber);
  for (const row of ledger.rows) {
    stored[row.number] = row;
    free[row.number] = 1;
  }
  const questions: Question[] = [];
  let changedFrom: string | null = null;
  const change = (date: string): void => {
    if (changedFrom === null || date < changedFrom) changedFrom = date;
  };
  const match = (old: StoredRow, row: StatementTransaction): void => {
    free[old.number] = 0;
    const next = renewed(old, row, span);
    stored[old.number] = next;
    if (old === next || isEqual(old, next)) return;
    change(old.date);
    change(next.date);
  };
  const isSame = (old: StoredRow, row: StatementTransaction): boolean => {
    free[old.number] = 0;
    questions.push({ stored: old, row });
    return (typeof answers === "string" ? answers : answers[questions.length - 1]) === "same";
  };

  let left = matchIds(ledger.rows, rows, span, free, match);
  const added: StatementTransaction[] = [];
  const isSplit = (date: string) =>
    !(hasFirstDay && date === span.from) && isSplitDay(ledger.spans, span, date);
  const isWhole = (row: StatementTransaction) => !isSplit(row.date);
  const referred = ledger.rows.filter(({ reference }) => reference !== null);
  const isEitherPending = [ledger.rows, rows].some((each) => each.some(({ pending }) => pending));
  // Equal rows with the same reference come first, then rows in the same state.
  const keys: ((row: ReferredRow) => string)[] = [fingerprint];
  if (isEitherPending) keys.unshift(stateKey);
  if (referred.length > 0) keys.unshift(referenceKey);
  for (const keyOf of keys) {
    const take = takeFrom(keyOf === referenceKey ? referred : ledger.rows, free, keyOf, isWhole);
    left = left.filter((row) => {
      const old = take(row);
      if (!old) return true;
      if (isWhole(row) || isSame(old, row)) match(old, row);
      else added.push(row);
      return false;
    });
  }

  const spans = addSpan(ledger.spans, span);
  let rebooked = ledger.rebooked ?? 0;
  const open = new Set<StoredRow>();
  // A file may begin within a day, so a missing row of that day only raises a question.
  const isOfFirstDay = ({ date, pending }: StoredRow) =>
    !pending && date === span.from && date < span.to && !isSplit(date);
  for (const isGone of [(row: StoredRow) => mayBeIn(span, row), isOfFirstDay]) {
    const found = await matchContent({
      gone: ledger.rows.filter((row) => free[row.number] === 1 && isGone(row)),
      come: left,
      kept: ledger.rows.filter(({ number }) => free[number] === 0),
      ...{ currency, rebooked, idSetting: ledger.idSetting ?? null },
      isAsked: isGone === isOfFirstDay && !hasFirstDay,
    });
    rebooked = found.rebooked;
    for (const row of found.open) open.add(row);
    for (const [row, old] of found.same) match(old, row);
    const answered = new Set<StatementTransaction>();
    for (const { stored: old, row } of found.asked)
      if (free[old.number] === 1 && !answered.has(row)) {
        answered.add(row);
        if (isSame(old, row)) match(old, row);
        else added.push(row);
      }
    left = left.filter((row) => !found.same.has(row) && !answered.has(row));
  }
  const hasPending = rows.some(({ pending }) => pending);
  for (const row of ledger.rows) {
    const isListed = hasPending && isIn(span, row.date) && span.to >= row.asOf;
    const isOver = spans.some(
      (each) => each.from <= row.date && daysBetween(row.date, each.to) > MAX_POSTING_DAYS,
    );
    if (!row.pending || free[row.number] === 0 || !(isListed || isOver || open.has(row))) continue;
    // The bank has dropped the row, or its user is asked which row it became.
    free[row.number] = 0;
    stored[row.number] = undefined;
    change(row.date);
  }

  const takeByAmount = takeFrom(
    ledger.rows.filter(({ pending }) => !pending),
    free,
    amountKey,
    () => false,
  );
  left = left.filter((row) => {
    const old = takeByAmount(row);
    if (!old || !isSame(old, row)) return true;
    match(old, row);
    const now = stored[old.number] ?? old;
    stored[old.number] = { ...now, aliases: [...(now.aliases ?? []), fingerprint(row)] };
    return false;
  });

  // A call takes no more than some 100,000 arguments.
  for (const row of left) added.push(row);
  let { nextNumber } = ledger;
  for (const row of added) {
    stored.push(storedRow(row, { number: nextNumber, asOf: span.to, aliases: null }));
    nextNumber += 1;
    change(row.date);
  }
  return {
    ledger: {
      rows: stored.filter((row) => row !== undefined),
      spans,
      nextNumber,
      ...(rebooked > 0 && { rebooked }),
      ...(ledger.idSetting && { idSetting: ledger.idSetting }),
    },
    questions,
    added: added.length,
    changedFrom,
  };
};

/**
 * Returns the covered days of a file: the stated days, extended by its rows' days; null without
 * rows.
 */
export const spanOf = (
  from: string | null,
  to: string | null,
  rows: readonly StatementTransaction[],
): Span | null => {
  let [first, last] = [from, to];
  for (const { date } of rows) {
    if (first === null || date < first) first = date;
    if (last === null || date > last) last = date;
  }
  return first === null || last === null ? null : { from: first, to: last };
};

/** The maximum number of days between a pending row and its booking. */
const MAX_POSTING_DAYS = 8;

/** Whether a stored row may be in a file: it is pending and near, or the file has its whole day. */
const mayBeIn = ({ from, to }: Span, { date, pending }: StoredRow): boolean =>
  pending ? date <= to && daysBetween(date, from) <= MAX_POSTING_DAYS : from < date && date < to;

/**
 * Returns a function that finds an unmatched stored row by key, oldest first. Prefers a row without
 * an id. A row with another id matches only a new row without one, or on days whose ids are not
 * trusted.
 */
function takeFrom(
  rows: readonly StoredRow[],
  free: Uint8Array,
  keyOf: (row: ReferredRow) => string,
  getsAny: (row: StatementTransaction) => boolean,
): (row: StatementTransaction) => StoredRow | undefined {
  const entries = rows
    .filter(({ number }) => free[number] === 1)
    .toReversed()
    .flatMap((row) => [keyOf(row), ...(row.aliases ?? [])].map((key) => ({ key, row })));
  if (entries.length === 0) return () => undefined;
  const withoutId = groupBy(
    entries.filter(({ row }) => row.id === null),
    ({ key }) => key,
  );
  const withId = groupBy(
    entries.filter(({ row }) => row.id !== null),
    ({ key }) => key,
  );
  const last = (group: typeof entries = []): StoredRow | undefined => {
    for (;;) {
      const row = group.at(-1)?.row;
      if (row === undefined || free[row.number] === 1) return row;
      group.pop();
    }
  };
  return (row) => {
    const key = keyOf(row);
    const isFree = row.id === null || getsAny(row);
    return last(withoutId.get(key)) ?? (isFree ? last(withId.get(key)) : undefined);
  };
}

/** Whether one file ends and another begins on a day that neither is known to cover completely. */
function isSplitDay(spans: readonly Span[], { from, to }: Span, date: string): boolean {
  const isInside = (span: Span) => span.from < date && date < span.to;
  if ([{ from, to }, ...spans].some(isInside)) return false;
  return spans.some(
    (span) => (span.to === date && from === date) || (span.from === date && to === date),
  );
}

/**
 * A stored row after another file has had it, under its number. Facts change only if the bank has
 * changed them under its own id, posted the transaction, or rebooked it on another day. Other
 * formats have other words for the same.
 */
function renewed(old: StoredRow, row: StatementTransaction, span: Span): StoredRow {
  const isNewer = span.to >= old.asOf && (old.pending || !row.pending);
  // The bank's latest id is the one in its next file.
  const id = isNewer ? (row.id ?? old.id) : (old.id ?? row.id);
  const isMoved = old.date !== row.date;
  if (!isNewer || !(old.pending || isMoved || (id !== null && old.id === row.id)))
    return id === old.id ? old : { ...old, id };
  const { number, aliases } = old;
  return storedRow(row.id === id ? row : { ...row, id }, { number, asOf: span.to, aliases });
}

/** Adds a span. Spans that share a midnight leave no gap; a single common day may have one. */
function addSpan(spans: readonly Span[], added: Span): Span[] {
  const isEqual = ({ from, to }: Span) => from === added.from && to === added.to;
  const isApart = (span: Span) =>
    !isEqual(span) && (span.to <= added.from || added.to <= span.from);
  const touching = [added, ...spans.filter((span) => !isApart(span))];
  const from = touching.map((span) => span.from).toSorted()[0] ?? added.from;
  const to =
    touching
      .map((span) => span.to)
      .toSorted()
      .at(-1) ?? added.to;
  return [...spans.filter(isApart), { from, to }];
}
