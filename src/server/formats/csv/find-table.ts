import { type CellKind, plainName, ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { eachRow, isAmount, isDay } from "./csv-rows.ts";
import { isOwnCsv, OWN_MAPPING } from "./write.ts";

export const DELIMITERS = [";", ",", "\t", "|"] as const;

/** The length of the sample that determines the columns' meanings, in characters. */
const SAMPLE_LENGTH = 100_000;

/** The maximum number of lines above a table that are read. */
export const MAX_TITLES = 50;

/** The maximum number of columns that are read. */
export const MAX_COLUMNS = 100;

/** The minimum number of column names in a header. */
const MIN_NAMES = 2;
const MAX_NAME = 60;

/** The table with the transactions of a file: its first rows, and the names of its columns. */
export type Table = {
  delimiter: CsvMapping["delimiter"];
  header: readonly string[];
  /** The number of rows before the first transaction. */
  skippedRows: number;
  /** The lines above the table. */
  titles: readonly (readonly string[])[];
  rows: readonly (readonly string[])[];
};

/** Finds the table of a text; null if no row has a date and an amount. */
export function findTable(text: string): Table | null {
  const end = text.length > SAMPLE_LENGTH ? text.lastIndexOf("\n", SAMPLE_LENGTH) : text.length;
  const sample = text.slice(0, end > 0 ? end : SAMPLE_LENGTH);
  // In a file written by this project, a text may contain another delimiter more often.
  const delimiters = isOwnCsv(text) ? [OWN_MAPPING.delimiter] : DELIMITERS;
  const splits = delimiters.map((delimiter) => splitBy(sample, delimiter));
  const { delimiter, rows } = splits.reduce((best, other) =>
    other.score > best.score ? other : best,
  );
  const sections = listSections(rows);
  const best = sections.reduce<Section | null>(
    (most, section) => (section.count > (most?.count ?? 0) ? section : most),
    null,
  );
  if (!best) return null;
  const first = rows.findIndex((row, at) => at >= best.from && isTransaction(row));
  const skippedRows = first + (isOtherForm(rows.slice(first).filter(isTransaction)) ? 1 : 0);
  const header = best.header ?? headerBefore(rows.slice(0, skippedRows));
  return {
    ...{ delimiter, header, skippedRows, titles: rows.slice(0, Math.min(skippedRows, MAX_TITLES)) },
    rows: rows.slice(skippedRows, best.to),
  };
}

/**
 * Whether the first row is a title: its days are in other columns or in another form than the days
 * of all later rows.
 */
function isOtherForm([first, ...others]: readonly (readonly string[])[]): boolean {
  const [second] = others;
  if (!first || !second || others.length < 2) return false;
  const own = readForms(first);
  const rest = others.slice(0, MAX_COMPARED).map(readForms);
  const shared = readForms(second).filter((form) => rest.every((forms) => forms.includes(form)));
  const [form] = shared;
  if (form === undefined || own.includes(form)) return false;
  const place = `${form.split(" ")[0]} `;
  return own.some((other) => other.startsWith(place)) || !shared.some((each) => own.includes(each));
}
const MAX_COMPARED = 20;

/**
 * The shape of each date in a row, such as `0 d.d.y`: its column, and the parts with more than two
 * digits.
 */
const readForms = (row: readonly string[]): string[] =>
  row.flatMap((cell, at) =>
    isDay(cell)
      ? [
          `${at} ${cell
            .trim()
            .slice(0, 10)
            .replaceAll(/\d+/g, (part) => (part.length > 2 ? "y" : "d"))}`,
        ]
      : [],
  );

type Split = { delimiter: CsvMapping["delimiter"]; rows: string[][]; score: number };

/**
 * The rows of a sample, and a score of the delimiter: the number of cells in rows of the most
 * frequent width.
 */
function splitBy(sample: string, delimiter: CsvMapping["delimiter"]): Split {
  const rows: string[][] = [];
  try {
    eachRow(sample, delimiter, (cells) => rows.push(cells));
  } catch {
    // The rows before a fault suffice to find the columns. Reading the whole file reports the
    // fault.
  }
  const widths = new Map<number, number>();
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1);
  const scores = [...widths].map(([width, count]) => (width < 2 ? 0 : Math.min(width, 6) * count));
  return { delimiter, rows, score: rows.some(isTransaction) ? Math.max(0, ...scores) : 0 };
}

/** Whether a row has a date and an amount. */
export const isTransaction = (cells: readonly string[]): boolean =>
  cells.some(isDay) && cells.some(isAmount);

/**
 * The rows from a header to the next different header, and the number of transactions among them.
 */
type Section = { header: string[] | null; from: number; to: number; count: number };

function listSections(rows: readonly (readonly string[])[]): Section[] {
  let open: Section = { header: null, from: 0, to: rows.length, count: 0 };
  const sections = [open];
  for (const [at, row] of rows.entries()) {
    if (isTransaction(row)) open.count += 1;
    else if (isHeader(row)) {
      const header = row.map((cell) => cell.trim());
      if (open.header?.join("\n") === header.join("\n")) continue;
      open.to = at;
      open = { header, from: at + 1, to: rows.length, count: 0 };
      sections.push(open);
    }
  }
  return sections;
}

/** Whether a row contains the names of a date column and of an amount column. */
export function isHeader(row: readonly string[]): boolean {
  const cells = row.slice(0, MAX_COLUMNS).filter((cell) => cell.trim() !== "");
  if (cells.length < MIN_NAMES || cells.some((cell) => isDay(cell) || isAmount(cell))) return false;
  const names = cells.filter((cell) => cell.length < MAX_NAME).map(plainName);
  const hasName = (kind: CellKind) => {
    const roles = ROLE_NAMES.filter((each) => each.kind === kind);
    return names.some((name) => roles.some(({ names: all }) => all.some((one) => one.test(name))));
  };
  return hasName("date") && hasName("amount");
}

/** The column names in an unknown language: the last row without date and amount. */
function headerBefore(rows: readonly (readonly string[])[]): string[] {
  const header = rows.findLast((row) => {
    const cells = row.filter((cell) => cell.trim() !== "");
    return cells.length >= 2 && !cells.some(isDay) && !cells.some(isAmount);
  });
  return header?.map((cell) => cell.trim()) ?? [];
}
