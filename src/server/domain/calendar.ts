import type { Day } from "./bank-values.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The day of a moment, counted from 1970-01-01 in UTC. */
export const dayAt = (ms: number): number => Math.floor(ms / DAY_MS);

/** A day as YYYY-MM-DD. */
export const toDate = (day: number): Day =>
  new Date(day * DAY_MS).toISOString().slice(0, 10) as Day;

/** The day of a date, YYYY-MM-DD. */
export const toDay = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** The month of a day, counted from January of the year 0. */
export const toMonth = (day: number): number => {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** The month of a date, YYYY-MM-DD, counted from January of the year 0. */
export const monthOfDate = (date: string): number =>
  Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/** The first day of a month; months are counted as `toMonth` does. */
export const firstDayOf = (month: number): number =>
  Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;

/** The last day of a month. */
export const lastDayOf = (month: number): number => firstDayOf(month + 1) - 1;

/** Returns the same day some months earlier, or the last day of a month without that day. */
export const monthsBefore = (day: number, months: number): number => {
  const month = toMonth(day) - months;
  return Math.min(firstDayOf(month) + day - firstDayOf(toMonth(day)), lastDayOf(month));
};
