import { firstDayOf, lastDayOf, monthOf } from "../../../domain/calendar.ts";

/** When a borrower's income arrives. */
export type PayRule =
  | { every: "week" | "two weeks"; weekday: number; isOdd: boolean }
  | { every: "half month"; days: readonly [number, number] }
  | { every: "month"; day: number }
  | { every: "month"; nth: number; weekday: number };

/**
 * The paydays due in a month. One that falls on a weekend or a holiday moves to the workday before, which may
 * be in the previous month.
 */
export const paydaysOf = (rule: PayRule, month: number, hasFederalHolidays: boolean): number[] =>
  daysDue(rule, month).map((day) => workdayUpTo(day, hasFederalHolidays));

function daysDue(rule: PayRule, month: number): number[] {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const onDay = (day: number) => Math.min(first + day - 1, last);
  switch (rule.every) {
    case "half month":
      return rule.days.map(onDay);
    case "month":
      return "day" in rule ? [onDay(rule.day)] : [nthWeekday(month, rule.weekday, rule.nth)];
    default: {
      const step = rule.every === "week" ? 7 : 14;
      // Day 4 of 1970 was a Monday.
      const like = 4 + rule.weekday + (rule.isOdd ? 7 : 0);
      const days: number[] = [];
      for (let day = first + ((((like - first) % step) + step) % step); day <= last; day += step)
        days.push(day);
      return days;
    }
  }
}

/** The nth weekday of a month, from 1; 0 is Monday. */
function nthWeekday(month: number, weekday: number, nth: number): number {
  const first = firstDayOf(month);
  return first + ((((weekday - weekdayOf(first)) % 7) + 7) % 7) + (nth - 1) * 7;
}

const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

function workdayUpTo(day: number, hasFederalHolidays: boolean): number {
  let workday = day;
  while (weekdayOf(workday) > 4 || isHoliday(workday, hasFederalHolidays)) workday--;
  return workday;
}

/** Days on which no bank is open: New Year and Christmas, and what else is a holiday in the United States. */
function isHoliday(day: number, hasFederalHolidays: boolean): boolean {
  const month = monthOf(day);
  const [ofYear, date] = [month % 12, day - firstDayOf(month) + 1];
  if ((ofYear === 0 && date === 1) || (ofYear === 11 && date === 25)) return true;
  if (!hasFederalHolidays) return false;
  if ((ofYear === 5 && date === 19) || (ofYear === 6 && date === 4)) return true;
  if (ofYear === 10 && date === 11) return true;
  if (ofYear === 4) return weekdayOf(day) === 0 && day + 7 > lastDayOf(month);
  return MOVABLE.some(
    ([at, weekday, nth]) => at === ofYear && nthWeekday(month, weekday, nth) === day,
  );
}

/** Holidays by month of the year, weekday, and which one it is. */
const MOVABLE: readonly [month: number, weekday: number, nth: number][] = [
  [0, 0, 3],
  [1, 0, 3],
  [8, 0, 1],
  [9, 0, 2],
  [10, 3, 4],
];
