import { firstDayOf, lastDayOf, toMonth } from "../../../domain/calendar.ts";

/** When income arrives; a weekday is counted from Monday, 0. */
export type PayRule =
  | { every: "week" | "two weeks"; weekday: number; isOdd: boolean }
  | { every: "half month"; days: readonly [number, number] }
  | { every: "month"; day: number }
  | { every: "month"; nth: number; weekday: number };

/**
 * The paydays due in a month. A payday on a weekend or holiday moves to the previous workday,
 * possibly in the previous month.
 */
export const listPaydays = (rule: PayRule, month: number, isAmerican: boolean): number[] =>
  daysDue(rule, month).map((day) => workdayUpTo(day, isAmerican));

/** The paydays in a month. They may be due in the next month. */
export const paydaysIn = (rule: PayRule, month: number, isAmerican: boolean): number[] => {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  return [month, month + 1]
    .flatMap((due) => listPaydays(rule, due, isAmerican))
    .filter((day) => first <= day && day <= last);
};

/** The minimum number of paydays per month under a rule. */
export const minPaydays = ({ every }: PayRule): number =>
  ({ month: 1, "half month": 2, "two weeks": 2, week: 4 })[every];

/** The booking day of a payment due in a month: the next workday, or the month's last workday. */
export const bookingDay = (month: number, dayOfMonth: number, isAmerican: boolean): number => {
  const last = lastDayOf(month);
  let day = Math.min(firstDayOf(month) + dayOfMonth - 1, last);
  while (day <= last && !isWorkday(day, isAmerican)) day++;
  return day <= last ? day : workdayUpTo(last, isAmerican);
};

/** Returns the day that is `workdays` workdays after a day. */
export const bookedAfter = (day: number, workdays: number, isAmerican: boolean): number => {
  let booked = day;
  for (let left = workdays; left > 0; ) if (isWorkday(++booked, isAmerican)) left--;
  return booked;
};

/** Whether banks book on a day. */
const isWorkday = (day: number, isAmerican: boolean): boolean =>
  weekdayOf(day) < 5 && !isHoliday(day, isAmerican);

/** The weekday of a day, from Monday, 0. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

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

function workdayUpTo(day: number, isAmerican: boolean): number {
  let workday = day;
  while (!isWorkday(workday, isAmerican)) workday--;
  return workday;
}

/**
 * New Year, Christmas, and further holidays: those of the United States, or the days around Easter
 * and Christmas.
 */
function isHoliday(day: number, isAmerican: boolean): boolean {
  const month = toMonth(day);
  const [ofYear, date] = [month % 12, day - firstDayOf(month) + 1];
  if ((ofYear === 0 && date === 1) || (ofYear === 11 && date === 25)) return true;
  if (!isAmerican) {
    if (ofYear === 11) return date === 26;
    const sinceEaster = ofYear === 2 || ofYear === 3 ? day - easterOf(Math.floor(month / 12)) : 0;
    return sinceEaster === -2 || sinceEaster === 1;
  }
  if ((ofYear === 5 && date === 19) || (ofYear === 6 && date === 4)) return true;
  if (ofYear === 10 && date === 11) return true;
  if (ofYear === 4) return weekdayOf(day) === 0 && day + 7 > lastDayOf(month);
  return MOVABLE.some(
    ([at, weekday, nth]) => at === ofYear && nthWeekday(month, weekday, nth) === day,
  );
}

/** Holidays by month of the year, weekday, and occurrence in the month. */
const MOVABLE: readonly [month: number, weekday: number, nth: number][] = [
  [0, 0, 3],
  [1, 0, 3],
  [8, 0, 1],
  [9, 0, 2],
  [10, 3, 4],
];

/** Easter Sunday by the anonymous Gregorian computus. */
function easterOf(year: number): number {
  const [golden, century] = [year % 19, Math.floor(year / 100)];
  const skipped = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (skipped + 19 * golden + 15) % 30;
  const moon = epact - (epact > 28 || (epact === 28 && golden > 10) ? 1 : 0);
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return firstDayOf(year * 12 + 2) + 27 + moon - weekday;
}
