import type { Currency, Day } from "../../domain/bank-values.ts";
import type { CsvMapping } from "../csv/csv-mapping.ts";
import { eachRow, isDay } from "../csv/csv-rows.ts";
import { DELIMITERS, isHeader } from "../csv/find-table.ts";
import type { OnRead } from "../read-share.ts";
import { type BrokerColumns, brokerColumns } from "./column-roles.ts";

type Delimiter = CsvMapping["delimiter"];
export type BrokerRow = { cells: readonly string[]; line: number };

/** A table of positions or trades, and the lines above it. */
export type BrokerTable = {
  columns: BrokerColumns;
  rows: BrokerRow[];
  titles: readonly (readonly string[])[];
  /** The account's name from a line above the table; null if a column has the name. */
  accountName: string | null;
  /** Whether the user has named the column of actions. */
  isActionSaid?: boolean;
};

/** The facts that a file states in separate lines. */
export type BrokerFacts = { currency: Currency | null; day: Day | null; cash: number | null };

/** How many lines may stand above the first table. */
const MAX_TITLES = 60;

/**
 * Whether a text begins with a table of positions or trades, which its columns show, or as an activity
 * statement of Interactive Brokers.
 */
export const isBrokerCsv = (head: string): boolean =>
  isSectioned(head) || readDelimiter(head) !== null;

/** Whether each line begins with its section's name and tells whether it has names or values. */
export const isSectioned = (head: string): boolean =>
  /^\s*"?[A-Z][\w &/-]{2,60}"?,"?Header"?,/.test(head) &&
  /(^|\n)"?(Long )?(Open Positions|Trades)"?,"?Header"?,|^\s*"?Statement"?,"?Header"?,/.test(head);

/**
 * The delimiter for which a text's first table is a broker's table; null if there is no such
 * delimiter.
 */
function readDelimiter(text: string): Delimiter | null {
  const lines = text.slice(0, HEAD_LENGTH).split("\n");
  const isWhole = text.length <= HEAD_LENGTH;
  const first = lines.slice(0, isWhole || lines.length < 2 ? undefined : -1).slice(0, MAX_TITLES);
  return (
    DELIMITERS.find((delimiter) => {
      for (const line of first) {
        const cells = splitCells(line, delimiter);
        if (cells.length < 3) continue;
        if (brokerColumns(cells)) return true;
        if (isHeader(cells)) return false;
      }
      return false;
    }) ?? null
  );
}
const HEAD_LENGTH = 16_384;

/**
 * The cells of a line. A quote that continues on the next line does not belong to a column's name.
 */
function splitCells(line: string, delimiter: Delimiter): string[] {
  let found: string[] = [];
  try {
    eachRow(line, delimiter, (cells) => {
      found = cells;
    });
  } catch {
    return [];
  }
  return found;
}

/**
 * Whether a text that begins as a broker's file is one. A table without a security may be an account's with
 * cash alone; a table of positions with a day in each row may have trades, in an unknown language.
 */
export const isOfSecurities = (text: string): boolean =>
  isSectioned(text.slice(0, HEAD_LENGTH)) ||
  brokerTables(text).some(({ columns, rows }) => {
    const { places } = columns;
    if (columns.kind === "positions" && hasUnknownDays(columns, rows)) return false;
    const numbers = [places.isin, places.cusip, places.sedol, places.symbol, places.wkn];
    const { quantity = -1 } = places;
    return rows.some(
      ({ cells }) =>
        /[1-9]/.test(cells[quantity] ?? "") ||
        numbers.some((at) => /[\p{L}\d]/u.test(cells[at ?? -1] ?? "")),
    );
  });

/** Whether each row has a day in a column whose name is not known, and no column says what a position has cost. */
function hasUnknownDays({ places, header }: BrokerColumns, rows: readonly BrokerRow[]): boolean {
  const known = [places.date, places.otherDate];
  const some = rows.slice(0, SAMPLE).filter(({ cells }) => cells.length >= header.length - 1);
  const isOfDays = (at: number) => some.every(({ cells }) => isDay(cells[at] ?? ""));
  return (
    some.length > 0 &&
    (places.cost ?? places.costPrice) === undefined &&
    header.some((_, at) => !known.includes(at) && isOfDays(at))
  );
}
const SAMPLE = 50;

/** Finds the tables of a broker's file. A row with other column names ends a table. */
export function brokerTables(text: string, onRead?: OnRead): BrokerTable[] {
  const delimiter = readDelimiter(text);
  if (delimiter === null) return [];
  const tables: BrokerTable[] = [];
  let titles: string[][] = [];
  let open = null as BrokerTable | null;
  eachRow(
    text,
    delimiter,
    (cells, line) => {
      const columns = brokerColumns(cells);
      if (columns) {
        const isSame = open?.columns.header.join("\n") === columns.header.join("\n");
        const accountName = isSame && open ? takeTitle(open) : null;
        if (isSame && open && tables.length === 1) open.accountName = lastTitle(open.titles);
        open = { columns, rows: [], titles, accountName };
        titles = [];
        tables.push(open);
      } else if (open && isHeader(cells)) open = null;
      else if (open) open.rows.push({ cells, line });
      else if (titles.length < MAX_TITLES) titles.push(cells);
    },
    onRead,
  );
  return tables;
}

/** The text of a line with a single text. */
const readTitle = (cells: readonly string[]): string | null => {
  const [first, ...others] = cells.filter((cell) => cell.trim() !== "");
  return first !== undefined && others.length === 0 ? first.trim() : null;
};

const lastTitle = (titles: readonly (readonly string[])[]): string | null =>
  titles.flatMap((cells) => readTitle(cells) ?? []).at(-1) ?? null;

/** Removes the line before the column names of another account's table, which is the name of that account. */
function takeTitle({ rows }: BrokerTable): string | null {
  const title = readTitle(rows.at(-1)?.cells ?? []);
  if (title !== null) rows.pop();
  return title;
}
