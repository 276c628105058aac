import { FormatError } from "../format-error.ts";
import { type DateOrder, type DecimalMark, parseCell } from "../locale-values.ts";
import { decideDateOrder, decideDecimalMark } from "../locale-votes.ts";
import type { BrokerTable } from "./broker-tables.ts";

/** How the days and numbers of a broker's file are written. */
export type BrokerLocale = { order: DateOrder; mark: DecimalMark };

const NUMBERS = [
  "quantity",
  "price",
  "costPrice",
  "cost",
  "total",
  "amount",
  "gross",
  "value",
] as const;

/**
 * Decides the form of days and numbers from all tables of a file. Throws a FormatError if day and
 * month are ambiguous without `dateOrder`, or if the decimal mark of all numbers is ambiguous.
 */
export function brokerLocale(
  tables: readonly BrokerTable[],
  dateOrder: DateOrder | undefined,
): BrokerLocale {
  const mark = markOf(tables);
  const days = tables.flatMap(({ columns, rows }) =>
    [columns.places.tradeDate ?? columns.places.date ?? -1].flatMap((at) =>
      rows.flatMap(({ cells }) => (/\d/.test(cells[at] ?? "") ? [cells[at] ?? ""] : [])),
    ),
  );
  const decided = decideDateOrder(days, mark === "," ? "DMY" : "MDY");
  const isOfDollars = tables.some(({ columns, rows }) =>
    [...columns.header, ...rows.slice(0, SAMPLE).flatMap(({ cells }) => cells)].some((cell) =>
      cell.includes("$"),
    ),
  );
  // Countries with a decimal comma, or with hyphens before a year, write the day first, except for amounts in
  // dollars.
  const isDayFirst =
    !decided.isSure && (mark === "," || (!isOfDollars && days.every((day) => HYPHENS.test(day))));
  if (decided.isSure) return { order: decided.value, mark };
  if (isDayFirst) return { order: "DMY", mark };
  if (dateOrder) return { order: dateOrder, mark };
  if (days.length === 0) return { order: decided.value, mark };
  throw new FormatError("AMBIGUOUS_DATES", { expected: "the order of day and month" });
}

const HYPHENS = /^\d\d-\d\d-\d{4}/;
const SAMPLE = 1000;

function markOf(tables: readonly BrokerTable[]): DecimalMark {
  const cells = new Set<string>();
  for (const { columns, rows } of tables)
    for (const role of NUMBERS) {
      const at = columns.places[role];
      if (at === undefined) continue;
      for (const { cells: row } of rows) if (/\d/.test(row[at] ?? "")) cells.add(row[at] ?? "");
    }
  const decided = decideDecimalMark([...cells], ".");
  if (decided.isSure || cells.size === 0) return decided.value;
  // For numbers such as 1,234, the right decimal mark makes units times price equal the amount.
  const [periods, commas] = ([".", ","] as const).map((mark) => sumsThatAgree(tables, mark)) as [
    number,
    number,
  ];
  if (periods !== commas) return periods > commas ? "." : ",";
  throw new FormatError("INVALID_AMOUNT", {
    expected: "numbers whose decimal mark is certain, as 1,234.50",
  });
}

/** The number of rows whose amount equals units times price with a decimal mark. */
function sumsThatAgree(tables: readonly BrokerTable[], mark: DecimalMark): number {
  let count = 0;
  for (const { columns, rows } of tables) {
    const { quantity, price, value, gross, amount, total } = columns.places;
    for (const { cells } of rows) {
      const number = (at: number | undefined) =>
        Math.abs(Number(parseCell(cells[at ?? -1] ?? "", mark) ?? NaN));
      const worth = number(quantity) * number(price);
      if (
        [value, gross, amount, total].some(
          (at) => Math.abs(number(at) - worth) <= worth / 1000 && worth > 0,
        )
      )
        count += 1;
    }
  }
  return count;
}
