import { ibanFrom } from "../../domain/bank-values.ts";
import { amountNegated } from "../decimal.ts";
import { sumText, toSum } from "../decimal-sum.ts";
import { FormatError } from "../format-error.ts";
import type { LeaveOut } from "../left-out.ts";
import type { OnRead } from "../read-share.ts";
import { chainOf, isConfirmed } from "../running-balance.ts";
import type { Statement, StatementBalance } from "../statement.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { eachRow } from "./csv-rows.ts";
import { isHeader, MAX_TITLES } from "./find-table.ts";
import type { TableTitles } from "./join-tables.ts";
import type { RowGroup } from "./row-group.ts";
import { createRowReader } from "./row-reader.ts";
import { type TitleFacts, titleFacts } from "./title-facts.ts";

/**
 * Reads the rows of a CSV file by a mapping, with a statement per account. Titles, totals,
 * balances, repeated headers, and rows of other tables are left out.
 */
export function readCsv(
  text: string,
  mapping: CsvMapping,
  {
    onRead,
    leaveOut = () => undefined,
    tables = [],
  }: { onRead?: OnRead; leaveOut?: LeaveOut; tables?: readonly TableTitles[] } = {},
): Statement[] {
  const header: string[] = [];
  const titles: string[][] = [];
  let reader = createRowReader(mapping, leaveOut, header);
  eachRow(
    text,
    mapping.delimiter,
    (cells, line, place) => {
      if (place >= mapping.skippedRows) reader.take({ cells, line });
      else if (isHeader(cells)) reader = createRowReader(mapping, leaveOut, cells);
      else if (titles.length < MAX_TITLES) titles.push(cells);
    },
    onRead,
  );
  const groups = reader.end();
  if (groups.length === 0)
    throw new FormatError("NO_STATEMENT", {
      expected: "rows with a date and an amount, as 2026-12-31 and 1234.56",
    });
  const [group] = groups;
  const facts = titleFacts(titles, mapping);
  if (group && groups.length === 1)
    nameByTitles(group, tables.length > 0 ? { ...facts, closing: null } : facts);
  if (tables.length > 0) closeByTables(groups, tables, mapping);
  return groups.map(toStatement);
}

/** Adds the facts of the titles to the only account, unless the rows give these facts. */
function nameByTitles(group: RowGroup, { id, closing }: TitleFacts): void {
  group.id ??= id;
  const days = group.transactions.map(({ date }) => date);
  const newest = days.reduce((most, day) => (day > most ? day : most));
  group.closing ??= closing && { ...closing, date: closing.date ?? newest };
}

/**
 * Adds to each account the balance above the table with the account's newest day, if all rows of
 * the table belong to the account.
 */
function closeByTables(
  groups: readonly RowGroup[],
  tables: readonly TableTitles[],
  mapping: CsvMapping,
): void {
  const lines = tables.map(({ line }) => line);
  const owners = new Map<number, Set<RowGroup>>();
  const newest = groups.map((group) => {
    let day: string | null = null;
    let places = new Set<number>();
    for (const { date, line } of group.transactions) {
      const at = placeOf(lines, line ?? 0);
      owners.set(at, (owners.get(at) ?? new Set()).add(group));
      if (day !== null && date < day) continue;
      if (date !== day) places = new Set();
      day = date;
      places.add(at);
    }
    return { group, places };
  });
  for (const { group, places } of newest) {
    const [at = -1] = places;
    const table = tables[at];
    if (table && places.size === 1 && owners.get(at)?.size === 1)
      nameByTitles(group, { ...titleFacts(table.titles, mapping), id: null });
  }
}

/** The position of the last line that follows no other line; -1 without such a line. */
function placeOf(lines: readonly number[], line: number): number {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle] ?? 0) <= line) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

function toStatement(group: RowGroup): Statement {
  const { id, currency, product, transactions, opening, closing } = group;
  const days = transactions.map(({ date }) => date);
  const running = closingBalance(group);
  return {
    account: {
      ...{ id, iban: id === null ? null : ibanFrom(id), bankId: null, type: null },
      ...{ name: product, currency },
    },
    from: days.reduce((least, day) => (day < least ? day : least)),
    to: days.reduce((most, day) => (day > most ? day : most)),
    balances: [
      ...(opening ? [{ kind: "opening" as const, ...opening }] : []),
      ...(running.length > 0 ? running : closing ? [{ kind: "closing" as const, ...closing }] : []),
    ],
    transactions,
  };
}

/**
 * The balance after the newest booked row. The chain of balances, otherwise the day, identifies the
 * row.
 */
function closingBalance({ transactions, balances }: RowGroup): readonly StatementBalance[] {
  const booked = transactions.flatMap(({ date, amount, pending }, at) =>
    pending ? [] : [{ date, amount, balance: balances[at] ?? null }],
  );
  const [first] = booked;
  if (!first || booked.every(({ balance }) => balance === null)) return [];
  const stated = chainOf(booked);
  // A balance of what is owed agrees with the rows below zero.
  const owed = () =>
    chainOf(
      booked.map(({ amount, balance, date }) => ({
        ...{ amount, date },
        balance: balance === null ? null : amountNegated(balance),
      })),
    );
  const chain = isConfirmed(stated) ? stated : owed();
  if (isConfirmed(chain)) {
    const date = booked.reduce((most, { date: day }) => (day > most ? day : most), first.date);
    return chain.closing === null ? [] : [{ kind: "closing", amount: chain.closing, date }];
  }
  // If the newest row lacks a balance, its amount is added to the previous balance.
  const isNewestLast = (booked.at(-1)?.date ?? "") >= first.date;
  const newestFirst = isNewestLast ? booked.toReversed() : booked;
  const date = newestFirst[0]?.date ?? first.date;
  let sum = 0n;
  for (const { amount, balance } of newestFirst) {
    if (balance !== null) return [{ kind: "closing", amount: sumText(toSum(balance) + sum), date }];
    sum += toSum(amount);
  }
  return [];
}
