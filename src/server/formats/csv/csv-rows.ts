import { FormatError } from "../format-error.ts";
import { type DateOrder, parseCell, parseDay } from "../locale-values.ts";
import { type OnRead, shareOf } from "../read-share.ts";
import type { CsvMapping } from "./csv-mapping.ts";

/** The maximum length of a row in characters. A longer row is probably an unclosed quote. */
const MAX_ROW_LENGTH = 20_000;

/**
 * Calls `take` with the cells of each row that is not blank, the line on which it begins and its position
 * from 0 (RFC 4180). Quotes within a cell may be unescaped, and a whole row may be in one pair of quotes.
 * Throws a FormatError for a quote that is not closed.
 */
export function eachRow(
  text: string,
  delimiter: CsvMapping["delimiter"],
  take: (cells: string[], line: number, place: number) => void,
  onRead?: OnRead,
): void {
  const tell = shareOf(text.length, onRead);
  let line = 1;
  let place = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const eol = found < 0 ? text.length : found;
    if (eol - start > MAX_ROW_LENGTH) throw brokenRow(line);
    const plain = text.slice(start, eol);
    const row = plain.includes('"')
      ? quotedRow(text, start, delimiter, line)
      : { cells: plain.split(delimiter), end: eol, lines: 1 };
    if (row.end > start) {
      take(withoutGuards(unwrapped(row.cells, delimiter)), line, place);
      place += 1;
    }
    line += row.lines;
    start = row.end + 1;
    tell(start);
  }
}

type Row = { cells: string[]; end: number; lines: number };

/** Reads a row with quotes. The row may have several lines. */
function quotedRow(text: string, start: number, delimiter: string, line: number): Row {
  const cells: string[] = [];
  let lines = 1;
  for (let at = start; ; ) {
    const cell = quotedCell(text, at, delimiter, line) ?? bareCell(text, at, delimiter);
    cells.push(cell.value);
    lines += cell.lines;
    if (text[cell.end] !== delimiter) return { cells, end: cell.end, lines };
    at = cell.end + 1;
  }
}

type Cell = { value: string; end: number; lines: number };

/** Reads a quoted cell; returns null if the cell has no quote, or if the quote is a character of its text. */
function quotedCell(text: string, at: number, delimiter: string, line: number): Cell | null {
  let open = at;
  while (text[open] === " ") open += 1;
  if (text[open] !== '"') return null;
  const isEnd = (place: number): boolean => {
    let next = place;
    while (text[next] === " " && text[next] !== delimiter) next += 1;
    return next >= text.length || text[next] === "\n" || text[next] === delimiter;
  };
  const eol = text.indexOf("\n", open);
  let hasSign = false;
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (at - open > MAX_ROW_LENGTH) throw brokenRow(line);
    const isLater = eol >= 0 && at > eol;
    // A text with a quote inside has no other quote on its line, so the first quote belongs to the
    // text.
    if (isLater && hasSign) return null;
    if (text[at + 1] === '"' && !(hasSign && isEnd(at + 2))) at += 1;
    else if (isEnd(at + (text[at + 1] === '"' ? 2 : 1))) {
      const close = text[at + 1] === '"' ? at + 1 : at;
      return closedCell(text, open, close, delimiter);
    } else if (isLater) throw brokenRow(line);
    else hasSign = true;
  }
  if (hasSign) return null;
  throw brokenRow(line);
}

function closedCell(text: string, open: number, close: number, delimiter: string): Cell {
  const value = text.slice(open + 1, close);
  let end = close + 1;
  while (text[end] === " " && text[end] !== delimiter) end += 1;
  return {
    value: value.includes('"') ? value.replaceAll('""', '"') : value,
    end: Math.min(end, text.length),
    lines: value.includes("\n") ? value.split("\n").length - 1 : 0,
  };
}

function bareCell(text: string, at: number, delimiter: string): Cell {
  const [mark, eol] = [text.indexOf(delimiter, at), text.indexOf("\n", at)];
  const ends = [mark, eol, text.length].filter((place) => place >= 0);
  const end = Math.min(...ends);
  return { value: text.slice(at, end), end, lines: 0 };
}

/** The cells of a row that spreadsheets have put into one pair of quotes; other rows stay unchanged. */
function unwrapped(cells: string[], delimiter: CsvMapping["delimiter"]): string[] {
  const [first = "", ...rest] = cells;
  if (!first.includes(delimiter) || rest.some((cell) => cell.trim() !== "")) return cells;
  let inner = cells;
  eachRow(first.replaceAll("\n", " "), delimiter, (found) => {
    inner = found;
  });
  return inner;
}

/** The cells without the apostrophes with which spreadsheets keep a number as a text: '14092026, '4111'. */
function withoutGuards(cells: string[]): string[] {
  for (const [at, cell] of cells.entries())
    if (cell.startsWith("'") && /^'[-+]?\d/.test(cell))
      cells[at] = cell.slice(1).replace(/(?<=\d)'$/, "");
  return cells;
}

const brokenRow = (line: number): FormatError =>
  new FormatError("BROKEN_STRUCTURE", {
    line,
    expected: `a \`"\` at the end of each cell that begins with one, in rows of at most ${MAX_ROW_LENGTH} characters`,
  });

const ORDERS: readonly DateOrder[] = ["YMD", "DMY", "MDY"];

/** Whether a cell is a date in some order. */
export const isDay = (cell: string): boolean =>
  /\d/.test(cell) && ORDERS.some((order) => parseDay(cell, order) !== null);

/** Whether a cell is an amount with some decimal mark, and neither a date nor an IBAN. */
export const isAmount = (cell: string): boolean =>
  cell.length < 40 &&
  /\d/.test(cell) &&
  !/\p{L}{4}/u.test(cell.replace(/\beuros?\b/i, "")) &&
  !/^[A-Z]{2}\d\d[A-Z\d ]{11}/.test(cell) &&
  !isDay(cell) &&
  (parseCell(cell, ".") !== null || parseCell(cell, ",") !== null);
