import { CsvError, parse } from "csv-parse/sync";
import { FormatError } from "../format-error.ts";
import { type DateOrder, parseCell, parseDay } from "../locale-values.ts";
import { type OnRead, shareOf } from "../read-share.ts";
import type { CsvMapping } from "./csv-mapping.ts";

/** The longest row in characters; a longer one is most likely a quote that is never closed. */
const MAX_ROW_LENGTH = 20_000;

/**
 * Calls `take` with the cells of each row that is not blank, the line on which it begins and its place from 0. Throws a
 * FormatError for a quote that is not closed.
 */
export function eachRow(
  text: string,
  delimiter: CsvMapping["delimiter"],
  take: (cells: string[], line: number, place: number) => void,
  onRead?: OnRead,
): void {
  const tell = shareOf(text.length, onRead);
  let place = 0;
  try {
    parse(text, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_LENGTH,
      // Rows are not kept: only their statement is.
      on_record: (record: string[], { lines, bytes }) => {
        tell(bytes);
        take(record, lines - lineEnds(record), place);
        place += 1;
        return null;
      },
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new FormatError("BROKEN_STRUCTURE", {
      line: Number(cause.lines),
      expected: `a \`"\` at the end of each cell that begins with one, in rows of at most ${MAX_ROW_LENGTH} characters`,
    });
  }
}

function lineEnds(cells: readonly string[]): number {
  let ends = 0;
  for (const cell of cells) if (cell.includes("\n")) ends += cell.split("\n").length - 1;
  return ends;
}

const ORDERS: readonly DateOrder[] = ["YMD", "DMY", "MDY"];

/** Whether a cell is a date in some order. */
export const isDay = (cell: string): boolean =>
  ORDERS.some((order) => parseDay(cell, order) !== null);
/** Whether a cell is an amount with some decimal mark, and no date. */
export const isAmount = (cell: string): boolean =>
  cell.length < 40 &&
  !isDay(cell) &&
  !/\p{L}{4}/u.test(cell) &&
  (parseCell(cell, ".") !== null || parseCell(cell, ",") !== null);
