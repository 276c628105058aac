import { type Currency, currencyCodes, currencyFrom } from "../../domain/bank-values.ts";
import { lookup } from "../../domain/lookup.ts";
import { currencyIn } from "../file-values.ts";
import { isNeutral, isOutgoing, outOfPair, plainWord } from "./cell-words.ts";
import { type CellKind, SIGNS } from "./column-names.ts";
import { isAmount, isDay } from "./csv-rows.ts";
import { MAX_COLUMNS } from "./find-table.ts";

/** The maximum share of a column's cells with another kind: totals and notes between the rows. */
const MAX_OTHER_CELLS = 0.1;

/** The kind of a column's cells, and the share of rows with a cell of that kind. */
export type ColumnKind = { kind: CellKind | "empty"; fill: number };

type Rows = readonly (readonly string[])[];

/** Returns the kinds of the columns of some rows. */
export function columnKinds(rows: Rows): ColumnKind[] {
  const width = Math.min(MAX_COLUMNS, Math.max(...rows.map(({ length }) => length)));
  return Array.from({ length: width }, (_, at) => {
    const cells = rows.map((row) => row[at]?.trim() ?? "").filter((cell) => cell !== "");
    return { kind: chooseKind(cells, rows.length), fill: cells.length / rows.length };
  });
}

function chooseKind(cells: readonly string[], count: number): ColumnKind["kind"] {
  const is = (test: (cell: string) => boolean) => {
    const others = cells.filter((cell) => !test(cell)).length;
    return others <= cells.length * MAX_OTHER_CELLS;
  };
  const isFull = cells.length >= count * (1 - MAX_OTHER_CELLS);
  if (cells.length === 0) return "empty";
  if (is(isDay)) return "date";
  if (isFull && (isOfDirections(cells) || isPair(cells))) return "direction";
  if (is((cell) => isAmount(cell) || IS_DASH.test(cell)) && cells.some(isAmount)) return "amount";
  const isHalf = cells.length * 2 >= count;
  return isHalf && is((cell) => parseCurrency(cell) !== null) ? "currency" : "text";
}

/** A sign in place of a missing amount. */
const IS_DASH = /^[-–—.*]+$/;

/** Whether cells are words for outgoing and incoming money. Other cells may have a neutral word. */
function isOfDirections(cells: readonly string[]): boolean {
  const moving = cells.filter((cell) => !isNeutral(cell));
  const known = moving.filter((cell) => isOutgoing(cell) !== null).length;
  return known > 0 && moving.length - known <= moving.length * MAX_OTHER_CELLS;
}

function isPair(cells: readonly string[]): boolean {
  const words = [...new Set(cells.map(plainWord))];
  return words.length === 2 && outOfPair(words) !== null;
}

/** Banks' old codes for currencies that have new codes. */
const FORMER = lookup({
  RUR: "RUR",
  EURO: "EUR",
  CNH: "CNH",
  GBX: "GBX",
});

/** Reads the currency of a row: a code, or a sign. Throws a FormatError for another text. */
export const ownCurrencyIn = (cell: string | null, line: number): Currency | null =>
  cell === null ? null : (parseCurrency(cell) ?? currencyIn(cell, { line, field: "currency" }));

/**
 * Returns the currency of a cell that has only a code of ISO 4217, or a sign of a single currency;
 * null for any other text.
 */
export function parseCurrency(cell: string): Currency | null {
  const text = cell.trim();
  const code = text.toUpperCase();
  const known = currencyFrom(FORMER[code] ?? SIGNS[text] ?? code);
  return known !== null && (currencyCodes(known).iso_currency_code !== null || code in FORMER)
    ? known
    : null;
}
