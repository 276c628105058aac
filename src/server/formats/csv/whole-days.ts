import { type DateOrder, parseDay } from "../locale-values.ts";
import { decideDateOrder } from "../locale-votes.ts";
import { plainName, ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { eachRow } from "./csv-rows.ts";
import { DELIMITERS, findTable, isHeader } from "./find-table.ts";
import { rewriteRows } from "./rewrite-rows.ts";

/** A text with whole days, or a text whose days lack an unknown year. */
export type WholeDays = { text: string; isYearOpen: boolean };

/** The day numbers of spreadsheets from 1982 to 2064. A time may follow. */
const SERIAL = /^[3-5]\d{4}(?:[.,]\d+)?$/;
/** Seconds or milliseconds since 1970, from 2001 on. */
const EPOCH = /^1\d{9}(?:\d{3})?$/;
/** A day and a month, in either order. */
const WITHOUT_YEAR = /^(\d{1,2})[./-](\d{1,2})\.?$/;
/** The maximum share of cells in a date column without a date: notes and totals. */
const MAX_OTHER_CELLS = 0.1;

/**
 * Writes the days of a table as whole dates if they are spreadsheet day numbers, seconds since
 * 1970, or lack a year. The newest day gives the year if it is known; otherwise the other days do.
 * Any other text stays unchanged.
 */
export function withWholeDays(text: string, year?: number): WholeDays {
  if (findTable(text)) return { text, isYearOpen: false };
  for (const delimiter of DELIMITERS) {
    const table = dayColumns(text, delimiter);
    if (!table) continue;
    const { cells, places } = table;
    for (const [form, dayOf] of NUMBERS)
      if (cells.every((cell) => form.test(cell)))
        return { text: rewritten(text, delimiter, places, dayOf), isYearOpen: false };
    const order = decideDateOrder(
      cells.map((cell) => `${cell.replace(/\.$/, "")}${markIn(cell)}2024`),
      "MDY",
    ).value;
    const newest = newestDay(table, order, year);
    if (newest === null) return { text, isYearOpen: true };
    const whole = (cell: string) => withYear(cell, order, newest);
    return { text: rewritten(text, delimiter, places, whole), isYearOpen: false };
  }
  return { text, isYearOpen: false };
}

type DayColumns = {
  places: readonly number[];
  /** The cells of the first of the columns. */
  cells: readonly string[];
  /** The lines that are no rows of the table. */
  others: readonly string[];
};

/** The date columns below a header, if all their cells have the same form. */
function dayColumns(text: string, delimiter: CsvMapping["delimiter"]): DayColumns | null {
  const dates = ROLE_NAMES.filter(({ kind }) => kind === "date").flatMap(({ names }) => names);
  let named: number[] | null = null;
  const rows: string[][] = [];
  const others: string[] = [];
  eachRow(text, delimiter, (cells) => {
    if (named) rows.push(cells);
    else if (isHeader(cells))
      named = cells.flatMap((cell, at) =>
        dates.some((date) => date.test(plainName(cell))) ? [at] : [],
      );
    else others.push(cells.join(" "));
  });
  const filled = (at: number) =>
    rows.map((row) => row[at]?.trim() ?? "").filter((cell) => cell !== "");
  for (const form of [SERIAL, EPOCH, WITHOUT_YEAR]) {
    const places = (named ?? []).filter((at) => {
      // A word there is a line below the table.
      const cells = filled(at).filter((cell) => /\d/.test(cell));
      const wrong = cells.filter((cell) => !form.test(cell)).length;
      return cells.length > 0 && wrong <= cells.length * MAX_OTHER_CELLS;
    });
    const [first] = places;
    if (first === undefined) continue;
    return { places, cells: filled(first).filter((cell) => form.test(cell)), others };
  }
  return null;
}

/** The text with other cells in the given columns. */
const rewritten = (
  text: string,
  delimiter: CsvMapping["delimiter"],
  places: readonly number[],
  rewrite: (cell: string) => string,
): string =>
  rewriteRows(text, delimiter, (cells) =>
    cells.map((cell, place) => (places.includes(place) ? rewrite(cell.trim()) : cell)),
  );

/** The first day of spreadsheet numbers, which include a nonexistent leap day in 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const dayOfSerial = (cell: string): string =>
  SERIAL.test(cell)
    ? new Date(DAY_ZERO + Number.parseInt(cell, 10) * DAY_MS).toISOString().slice(0, 10)
    : cell;

/** The day in UTC of seconds or milliseconds. */
const dayOfEpoch = (cell: string): string =>
  EPOCH.test(cell) ? new Date(Number(cell.padEnd(13, "0"))).toISOString().slice(0, 10) : cell;

/** The forms of numbers that are days. */
const NUMBERS = [
  [SERIAL, dayOfSerial],
  [EPOCH, dayOfEpoch],
] as const;

/** The sign between day and month. */
const markIn = (cell: string): string => /[./-]/.exec(cell)?.[0] ?? "";

/** The month and the day of a cell as MM-DD. */
const monthDay = (cell: string, order: DateOrder): string => {
  const [, first = "", second = ""] = WITHOUT_YEAR.exec(cell) ?? [];
  const parts = order === "DMY" ? [second, first] : [first, second];
  return parts.map((part) => part.padStart(2, "0")).join("-");
};

/**
 * The newest day of a table, YYYY-MM-DD: the last day in other lines, or the last row's day in a
 * given year.
 */
function newestDay(
  { cells, others }: DayColumns,
  order: DateOrder,
  year: number | undefined,
): string | null {
  const days = cells.map((cell) => monthDay(cell, order));
  if (year !== undefined) return `${year}-${newestOf(days)}`;
  const named = others
    .flatMap((line) => line.match(/\d{1,4}[./-]\d{1,2}[./-]\d{2,4}/g) ?? [])
    .flatMap((day) => parseDay(day, /^\d{4}/.test(day) ? "YMD" : order) ?? []);
  return named.length === 0 ? null : named.reduce((most, day) => (day > most ? day : most));
}

/** Consecutive days more than half a year apart belong to different years. */
const TURN = 6 * 31;

/**
 * The newest of days without a year: at the end after the turn of the year, otherwise the last day
 * of the year.
 */
function newestOf(days: readonly string[]): string {
  const places = days.map((day) => Number(day.slice(0, 2)) * 31 + Number(day.slice(3)));
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? place));
  const turns = steps.filter((step) => Math.abs(step) > TURN);
  const others = steps.filter((step) => Math.abs(step) <= TURN);
  const [turn] = turns;
  const isTurn = turn !== undefined && turns.length === 1;
  const goesOn = isTurn && others.every((step) => (turn < 0 ? step >= 0 : step <= 0));
  const end = goesOn ? days.at(turn < 0 ? -1 : 0) : undefined;
  return end ?? days.reduce((most, day) => (day > most ? day : most));
}

/** A day and a month with the latest year in which they are not after the newest day. */
function withYear(cell: string, order: DateOrder, newest: string): string {
  if (!WITHOUT_YEAR.test(cell)) return cell;
  const year = Number(newest.slice(0, 4));
  const isBefore = monthDay(cell, order) <= newest.slice(5);
  return `${cell.replace(/\.$/, "")}${markIn(cell)}${isBefore ? year : year - 1}`;
}
