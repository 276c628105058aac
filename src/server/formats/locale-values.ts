import { type Amount, canonicalAmount, type Day, dayFrom } from "../domain/bank-values.ts";
import { lookup } from "../domain/lookup.ts";
import { isWeekday, parseMonth } from "./calendar-words.ts";

/** The order of the parts of a date: year, month, day. */
export type DateOrder = "YMD" | "DMY" | "MDY";

export type DecimalMark = "." | ",";

/**
 * Returns the day of a cell, YYYY-MM-DD, or null. A weekday before the day and a time after it are
 * ignored.
 */
export function parseDay(cell: string, order: DateOrder): Day | null {
  const text = dateText(cell.trim());
  const parts = NUMBERS.exec(text);
  if (parts) return dayInOrder([parts[1] ?? "", parts[2] ?? "", parts[3] ?? ""], order);
  if (/^\d{8}(?!\d)/.test(text)) {
    const [first, second] = order === "YMD" ? [4, 6] : [2, 4];
    return dayInOrder(
      [text.slice(0, first), text.slice(first, second), text.slice(second, 8)],
      order,
    );
  }
  return namedDay(text);
}

const NUMBERS = /^(\d{1,4})[-/.' ]+(\d{1,2})[-/.' ]+(\d{1,4})(?!\d)(?! +\d{5})/;

/**
 * A date in the common notation: without a weekday, and with separators instead of words for years
 * and months.
 */
function dateText(cell: string): string {
  if (/^[\d./ :-]*$/.test(cell)) return cell.replace(/^(\d{4}):(\d\d):(\d\d)(?!\d)/, "$1-$2-$3");
  const text = withWesternYear(cell.normalize("NFKC")).replaceAll(/(\d)\s*[年月년월]\s*/g, "$1-");
  const [all = "", word = ""] = /^[(（]?(\p{L}+)[)）]?[.,、\s]+(?=[\p{L}\d])/u.exec(text) ?? [];
  return isWeekday(word) ? text.slice(all.length) : text;
}

/** The year before the first year of each era, in Japan and Taiwan. */
const ERAS = lookup({
  ...{ 昭和: 1925, 平成: 1988, 令和: 2018, 民國: 1911, 民国: 1911 },
  ...{ S: 1925, H: 1988, R: 2018 },
});

/** Converts the year of an era's date, such as 令和8年9月14日, to the Gregorian calendar. */
const withWesternYear = (text: string): string =>
  text.replace(
    /^\s*(?:(\p{sc=Han}{2})\s*(\d{1,3}|元)\s*年|([SHR])(\d{1,2})[./-](?=\d{1,2}[./-]\d{1,2}$))/u,
    (all, name: string | undefined, number: string | undefined, letter = "", short = "") => {
      const [era, year] = [name ?? letter, number ?? short];
      const before = ERAS[era];
      return before === undefined ? all : `${before + (year === "元" ? 1 : Number(year))}年`;
    },
  );

function dayInOrder([first, second, third]: [string, string, string], order: DateOrder) {
  if (order === "YMD") return dayFrom(readYear(first), Number(second), Number(third));
  const [day, month] = order === "DMY" ? [first, second] : [second, first];
  return dayFrom(readYear(third), Number(month), Number(day));
}

/**
 * A two-digit year is between 1980 and 2079. A three-digit year belongs to Taiwan's era, which
 * began in 1912.
 */
function readYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 3) return 1911 + year;
  if (digits.length > 2) return year;
  return year < 80 ? 2000 + year : 1900 + year;
}

/** Dates with a month name: 15 Jan 2026; Jan 15, 2026; 2026. január 15. */
const DAY_FIRST =
  /^(\d{1,2})(?:\.|st|nd|rd|th)?[-/. ]*(?:de )?(\p{L}{2,12})\.?,?[-/. ']*(?:de )?(\d{4}|\d\d)(?!\d)/u;
const MONTH_FIRST = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/u;
const YEAR_FIRST = /^(\d{4})[-/. ]*(?:m\. )?(\p{L}{2,12})\.?[-/. ]*(\d{1,2})(?!\d)/u;

/** Returns the day of a date with a month name. */
function namedDay(text: string): Day | null {
  const [, year = "", name = "", day = ""] =
    YEAR_FIRST.exec(text) ??
    reordered(DAY_FIRST.exec(text), [0, 3, 2, 1]) ??
    reordered(MONTH_FIRST.exec(text), [0, 3, 1, 2]) ??
    [];
  const month = name === "" ? null : parseMonth(name);
  return month === null ? null : dayFrom(readYear(year), month, Number(day));
}

const reordered = (found: RegExpExecArray | null, places: readonly number[]) =>
  found && places.map((place) => found[place] ?? "");

/** Returns the canonical amount of a cell, or null if its groups are not thousands. */
export function parseCell(cell: string, mark: DecimalMark): Amount | null {
  if (cell.length > MAX_LENGTH) return null;
  const text = IS_ASCII.test(cell) ? cell : cell.normalize("NFKC");
  // Swiss amounts without decimals end with a dash: 12.-
  const amount = text.replace(/[.,][-−–—]{1,2}(?=\D*$)/, "");
  const isNegative = /^\s*\(.*\)\s*$|^[^\d]*[-−–▲△]|[-−–]\D*$/.test(amount);
  const number = amount.replaceAll(/[\s'’‘´`()+−–▲△-]|[\p{L}\p{Sc}%]+\.?/gu, "");
  const [whole = "", decimals = "", ...rest] = number.split(mark);
  if (rest.length > 0 || !/\d/.test(number) || !WHOLE[mark].test(whole)) return null;
  return canonicalAmount(
    isNegative || directionMark(text) === "out",
    whole.replaceAll(/[.,]/g, ""),
    decimals,
  );
}

const IS_ASCII = /^[\x20-\x7e]*$/;

/**
 * Returns the direction from letters next to an amount, such as 500.00 CR; null without such
 * letters.
 */
export function directionMark(cell: string): "in" | "out" | null {
  if (!/[a-z]/i.test(cell)) return null;
  const [, before, behind] = /^\s*(dr|cr)\b|\d[\s)]*(dr|db|d|s|cr|c|h)\.?\s*$/i.exec(cell) ?? [];
  const word = (before ?? behind)?.toLowerCase();
  if (word === undefined) return null;
  return /^[ds]/.test(word) ? "out" : "in";
}

/** The maximum length of an amount with its currency, in characters. */
const MAX_LENGTH = 60;

/** Digits in groups of three, or as in India in groups of two before the last group. */
const WHOLE = {
  ".": /^(\d*|\d{1,3}(,\d{2,3})*,\d{3})$/,
  ",": /^(\d*|\d{1,3}(\.\d{2,3})*\.\d{3})$/,
};
