import { countDecimals } from "./decimal.ts";
import { type DateOrder, type DecimalMark, parseCell, parseDay } from "./locale-values.ts";

/** A decision by all rows. `isSure` is false if several answers remain. */
type Decision<T> = { value: T; isSure: boolean };

/**
 * Decides the order of date parts: the only order in which all dates exist. If day and month are
 * exchangeable in all dates, the rows' order in time decides, otherwise the usual order.
 */
export function decideDateOrder(
  cells: readonly string[],
  habit: "DMY" | "MDY",
): Decision<DateOrder> {
  const other = habit === "DMY" ? "MDY" : "DMY";
  const read = ([habit, other, "YMD"] as const).map((order) => ({
    order,
    days: cells.map((cell) => parseDay(cell, order)).filter((day) => day !== null),
  }));
  const most = Math.max(...read.map(({ days }) => days.length));
  const [first, second] = read
    .filter(({ days }) => days.length === most)
    // A two-digit year comes first only if the date has no other reading.
    .filter(({ order }, _, all) => order !== "YMD" || all.length === 1 || startsWithYear(cells));
  if (!first) return { value: habit, isSure: false };
  if (!second || first.days.join() === second.days.join())
    return { value: first.order, isSure: true };
  // Dots separate day, month and year in this order only.
  if (cells.every((cell) => /^\s*(\d{1,2}\.\d{1,2}\.|\D|$)/.test(cell)))
    return { value: "DMY", isSure: true };
  const [turns, otherTurns] = [turnsOf(first.days), turnsOf(second.days)];
  if (turns === otherTurns) return { value: first.order, isSure: false };
  const better = turns < otherTurns ? first : second;
  return { value: better.order, isSure: Math.min(turns, otherTurns) === 0 && most > 4 };
}

const startsWithYear = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^\s*\d{4}/.test(cell) || cell.trim() === "");

/** The number of times that days change between rising and falling. */
function turnsOf(days: readonly string[]): number {
  let turns = 0;
  let direction = 0;
  let previous = days[0] ?? "";
  for (const day of days) {
    const next = day > previous ? 1 : day < previous ? -1 : direction;
    if (direction !== 0 && next !== direction) turns += 1;
    direction = next;
    previous = day;
  }
  return turns;
}

/**
 * Decides the decimal mark with which all amounts are valid. If both marks are valid, as in 1,234,
 * the usual mark decides about a period. A comma then counts only with at most two decimals after
 * it. A currency without decimals, or with three, leaves one mark.
 */
export function decideDecimalMark(
  cells: readonly string[],
  habit: DecimalMark,
  currency: string | null = null,
): Decision<DecimalMark> {
  const ofCurrency = findMark(cells, currency);
  if (ofCurrency !== null) return { value: ofCurrency, isSure: true };
  const other = habit === "," ? "." : ",";
  const read = ([habit, other] as const).map((mark) => {
    const amounts = cells.map((cell) => parseCell(cell, mark));
    return {
      mark,
      valid: amounts.filter((amount) => amount !== null).length,
      long: amounts.filter((amount) => /\.\d{3}/.test(amount ?? "")).length,
      text: amounts.join(),
    };
  });
  const [first, second] = read.toSorted(
    (a, b) => b.valid - a.valid || (habit === "." ? 0 : a.long - b.long),
  );
  if (!first || !second) return { value: habit, isSure: false };
  return {
    value: first.mark,
    isSure: first.valid > second.valid || first.text === second.text,
  };
}

/**
 * The only mark that gives all amounts the decimals of their currency; null for a currency with two
 * decimals.
 */
function findMark(cells: readonly string[], currency: string | null): DecimalMark | null {
  const decimals = countDecimals(currency);
  if (decimals === 2 || cells.length === 0) return null;
  const marks = MARKS.filter((mark) =>
    cells.every((cell) => {
      const [, digits = ""] = cell.split(mark);
      return parseCell(cell, mark) !== null && digits.replaceAll(/\D/g, "").length === decimals;
    }),
  );
  const [mark = null] = marks;
  return marks.length === 1 ? mark : null;
}

const MARKS: readonly DecimalMark[] = [".", ","];
