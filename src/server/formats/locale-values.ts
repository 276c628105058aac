import { type Amount, canonicalAmount, type Day, dayFrom } from "../domain/bank-values.ts";
/** The order of the parts of a date: year, month, day. */
export type DateOrder = "YMD" | "DMY" | "MDY";

export type DecimalMark = "." | ",";

/** Returns the day of a cell, YYYY-MM-DD, or null; a time behind it is passed over. */
export function parseDay(cell: string, order: DateOrder): Day | null {
  const text = cell.trim();
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

const NUMBERS = /^(\d{1,4})[-/.' ]+(\d{1,2})[-/.' ]+(\d{1,4})(?!\d)/;

function dayInOrder([first, second, third]: [string, string, string], order: DateOrder) {
  if (order === "YMD") return dayFrom(yearOf(first), Number(second), Number(third));
  const [day, month] = order === "DMY" ? [first, second] : [second, first];
  return dayFrom(yearOf(third), Number(month), Number(day));
}

/** A year of two digits is one of 1980 to 2079. */
function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 80 ? 2000 + year : 1900 + year;
}

/** The first letters of the months in the languages of Link's countries, January first. */
const MONTHS = [
  /^(ja|jän|ene|gen|sty|tam)/,
  /^(f[eé]|hel)/,
  /^(mar|mär|mrz|maa(?!l)|mrt)/,
  /^(ap|av|abr|kwi)/,
  /^(may|mai|mei|mag|maj)/,
  /^(jun|juin|giu|cze)/,
  /^(jul|juil|lug|lip)/,
  /^(au|ao|ag|sie)/,
  /^(se|wrz|syy)/,
  /^(oc|ok|ot|out|paź)/,
  /^(no|lis)/,
  /^(de|dé|di|gru|jou)/,
];

/** Returns the day of a date whose month is a word: 15 Jan 2026, Jan 15, 2026. */
function namedDay(text: string): Day | null {
  const words =
    /^(\d{1,2})\.?[-/. ]*(?:de )?(\p{L}{3,10})\.?,?[-/. ]*(?:de )?(\d{4}|\d\d)(?!\d)/u.exec(text);
  const american = words ? null : /^(\p{L}{3,10})\.? (\d{1,2}),? (\d{4})/u.exec(text);
  const [day, name, year] = words
    ? [words[1], words[2], words[3]]
    : [american?.[2], american?.[1], american?.[3]];
  const month = MONTHS.findIndex((start) => start.test((name ?? "").toLowerCase()));
  return month < 0 || name === undefined
    ? null
    : dayFrom(yearOf(year ?? ""), month + 1, Number(day));
}

/** Returns the amount of a cell in its canonical form, or null if thousands are not grouped as such. */
export function parseCell(cell: string, mark: DecimalMark): Amount | null {
  if (cell.length > MAX_LENGTH) return null;
  const isNegative = /^\s*\(.*\)\s*$|^[^\d]*[-−–]|[-−–]\D*$|\d\s*(dr|d)\.?\s*$/i.test(cell);
  const number = cell.replaceAll(/[\s'’()+−–-]|[\p{L}\p{Sc}%]+\.?/gu, "");
  const [whole = "", decimals = "", ...rest] = number.split(mark);
  if (rest.length > 0 || !/\d/.test(number) || !WHOLE[mark].test(whole)) return null;
  return canonicalAmount(isNegative, whole.replaceAll(/[.,]/g, ""), decimals);
}

/** The longest amount with its currency, in characters. */
const MAX_LENGTH = 60;

/** Digits, or groups of three, also of two before the last one as in India. */
const WHOLE = {
  ".": /^(\d*|\d{1,3}(,\d{2,3})*,\d{3})$/,
  ",": /^(\d*|\d{1,3}(\.\d{2,3})*\.\d{3})$/,
};
