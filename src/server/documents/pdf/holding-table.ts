import type { PrintableHolding } from "../../domain/asset-reports/printable-report.ts";
import { money } from "./printed-text.ts";
import type { Sheet } from "./sheet.ts";
import { type Column, writeTable } from "./tables.ts";
import { PAGE, STYLE, write } from "./typesetting.ts";

const COLUMNS: readonly Column[] = [
  { name: "Security", isHeader: true, x: PAGE.left + 6, upTo: 262 },
  { name: "Quantity", right: 330, room: 62 },
  { name: "Price", right: 402, room: 66 },
  { name: "Paid", right: 474, room: 66 },
  { name: "Value", right: PAGE.right - 6, room: 66 },
];

const TITLE = 20;

/** The number of rows to write before other work gets its turn. */
const ROWS_AT_ONCE = 200;

/** Writes an account's securities. Yields after many rows. */
export const holdingTable = function* (
  sheet: Sheet,
  holdings: readonly PrintableHolding[],
): Generator<void> {
  sheet.y += 8;
  sheet.need(TITLE * 4);
  write(sheet, "Holdings", { x: PAGE.left, y: sheet.y, style: STYLE.subheading, tag: "H3" });
  sheet.y += TITLE;
  for (let from = 0; from < holdings.length; from += ROWS_AT_ONCE) {
    if (from > 0) yield;
    writeTable(sheet, COLUMNS, holdings.slice(from, from + ROWS_AT_ONCE).map(toRow));
  }
};

const toRow = (holding: PrintableHolding): string[] => [
  holding.name ?? holding.ticker_symbol ?? "Not named",
  String(holding.quantity),
  money(holding.institution_price, holding),
  holding.cost_basis === null ? "Not told" : money(holding.cost_basis, holding),
  money(holding.institution_value, holding),
];
