import { plainName, ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { eachRow } from "./csv-rows.ts";
import { isHeader, isTransaction, MAX_TITLES } from "./find-table.ts";
import { lineKind } from "./line-words.ts";

export type Delimiter = CsvMapping["delimiter"];
export type Cells = readonly string[];

/** A table with rows: the lines above it, from its account's name on, and its column names. */
export type AccountTable = {
  titles: readonly { cells: Cells; place: number }[];
  header: Cells;
  /** The position of the table's header among the rows, and the header's line. */
  place: number;
  line: number;
  /** The table's first row. */
  sample: Cells;
  /** At most two numbers from a column of accounts; empty without such a column. */
  numbers: ReadonlySet<string>;
};

/** Finds the tables that have rows. */
export function findTables(text: string, delimiter: Delimiter): AccountTable[] {
  type Open = AccountTable & { count: number; account: number; numbers: Set<string> };
  const tables: Open[] = [];
  let titles: { cells: Cells; place: number }[] = [];
  tryRows(text, delimiter, (cells, line, place) => {
    const open = tables.at(-1);
    if (isTransaction(cells)) {
      titles = [];
      if (!open) return;
      if (open.count === 0) open.sample = cells;
      open.count += 1;
      const number = cells[open.account]?.trim() ?? "";
      if (number !== "" && open.numbers.size < 2) open.numbers.add(number);
    } else if (isHeader(cells)) {
      // A balance below the rows belongs to the table above it.
      const first = titles.findIndex((title) => nameIn(title.cells) !== null);
      const header = cells.map((cell) => cell.trim());
      tables.push({
        ...{ titles: first < 0 ? [] : titles.slice(first), header, place, line, count: 0 },
        ...{ account: header.findIndex(isAccountName), numbers: new Set<string>(), sample: [] },
      });
      titles = [];
    } else if (titles.length < MAX_TITLES) titles.push({ cells, place });
  });
  return tables.filter(({ count }) => count > 0);
}

/**
 * Calls `take` with rows up to an unclosed quote. The full reading of the file reports the quote.
 */
export function tryRows(
  text: string,
  delimiter: Delimiter,
  take: (cells: Cells, line: number, place: number) => void,
): void {
  try {
    eachRow(text, delimiter, take);
  } catch {
    // The rows before the fault are enough.
  }
}

/** A year, or a range of days. */
const PERIOD = /^(19|20)\d\d$|^\d{1,4}[./-][\d./-]+\s*[-–]\s*\d[\d./-]+$/;

/** The text of a title that is no balance, or the period that it is; null for a line without one. */
export const nameIn = (cells: Cells): string | null => {
  const [first = "", ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const isPeriod = others.length === 0 && PERIOD.test(first);
  return isPeriod || (/\p{L}{2}/u.test(first) && lineKind(cells) === null) ? first : null;
};

export const isAccountName = (name: string): boolean =>
  ROLE_NAMES.some(
    ({ role, names }) => role === "account" && names.some((one) => one.test(plainName(name))),
  );
