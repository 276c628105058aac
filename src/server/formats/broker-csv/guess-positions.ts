import type { CsvGuess, CsvMapping } from "../csv/csv-mapping.ts";
import { eachRow, isAmount, isDay } from "../csv/csv-rows.ts";
import { DELIMITERS, MAX_COLUMNS, MAX_TITLES } from "../csv/find-table.ts";
import { decideDecimalMark } from "../locale-votes.ts";

/** The number of characters that recognize a file's table. */
const SAMPLE_LENGTH = 100_000;

/** How many rows are shown to the user. */
const PREVIEW_ROWS = 5;

type Rows = readonly (readonly string[])[];

/**
 * Guesses the table of a text whose rows have numbers and no days, as lists of positions have them, for its user to name
 * the columns; null if it has no such table below names of columns.
 */
export function guessPositions(text: string): CsvGuess | null {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const tables = DELIMITERS.flatMap((delimiter) => tableBy(sample, delimiter) ?? []);
  const best = tables.toSorted((a, b) => b.rows.length - a.rows.length)[0];
  if (!best) return null;
  const { delimiter, skippedRows, header, rows } = best;
  const amounts = [...new Set(rows.flatMap((cells) => cells.filter(isAmount)))];
  const mark = decideDecimalMark(amounts, delimiter === ";" || delimiter === "\t" ? "," : ".");
  return {
    mapping: {
      ...{ delimiter, skippedRows, columns: {}, isNegated: false },
      ...{ dateOrder: mark.value === "," ? "DMY" : "MDY", decimalMark: mark.value },
    },
    doubts: mark.isSure ? ["columns"] : ["columns", "decimalMark"],
    ...{ confidence: 0, isProven: false, mismatch: null, currency: null },
    ...{ header, preview: rows.slice(0, PREVIEW_ROWS), openRow: null, feeRow: null, fee: null },
  };
}

type Table = {
  delimiter: CsvMapping["delimiter"];
  skippedRows: number;
  header: readonly string[];
  rows: Rows;
};

function tableBy(sample: string, delimiter: CsvMapping["delimiter"]): Table | null {
  const all: string[][] = [];
  try {
    eachRow(sample, delimiter, (cells) => all.push(cells));
  } catch {
    // The rows before the faulty row suffice. The full reading of the file reports the fault.
  }
  const first = all.findIndex(isPosition);
  const header = all[first - 1]?.map((cell) => cell.trim()) ?? [];
  const rows = all.slice(first).filter(isPosition);
  const isNamed =
    header.filter((cell) => cell !== "").length >= MIN_CELLS && !header.some(isAmount);
  if (first < 1 || first > MAX_TITLES || !isNamed || rows.length * 2 < all.length - first)
    return null;
  return { delimiter, skippedRows: first, header, rows };
}

/** The minimum cells of a position: a security, its units, and a price or a value. */
const MIN_CELLS = 3;

/** Whether a row has a text, and two numbers. */
const isPosition = (row: readonly string[]): boolean => {
  const cells = row.slice(0, MAX_COLUMNS).filter((cell) => cell.trim() !== "");
  const numbers = cells.filter(isAmount).length;
  const hasText = cells.some((cell) => /\p{L}{2}/u.test(cell) && !isAmount(cell) && !isDay(cell));
  return cells.length >= MIN_CELLS && numbers >= 2 && hasText;
};
