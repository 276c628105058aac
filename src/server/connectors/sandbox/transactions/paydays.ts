import { firstDayOf, lastDayOf } from "../../../domain/calendar.ts";

/** How wages come. */
export type Rhythm = { every: "month"; dayOfMonth: number } | { every: "two weeks" | "week" };

/** 1970-01-02, the first Friday that days are counted from. */
const A_FRIDAY = 1;

/** The days of a month on which wages arrive; a weekend's payday moves to the Friday before. */
export const paydaysIn = (rhythm: Rhythm, month: number): number[] => {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  if (rhythm.every === "month") return [workdayBefore(first + rhythm.dayOfMonth - 1)];
  const step = rhythm.every === "week" ? 7 : 14;
  const days: number[] = [];
  for (let day = first + ((((A_FRIDAY - first) % step) + step) % step); day <= last; day += step)
    days.push(day);
  return days;
};

/** How many wages come in a month at least. */
export const minPaydays = ({ every }: Rhythm): number =>
  ({ month: 1, "two weeks": 2, week: 4 })[every];

function workdayBefore(day: number): number {
  const sinceMonday = (day + 3) % 7;
  return day - Math.max(0, sinceMonday - 4);
}
