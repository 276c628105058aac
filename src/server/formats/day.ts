/** Returns a day as YYYY-MM-DD, or null if there is no such day. */
export function dayFrom(year: number, month: number, day: number): string | null {
  if (!(year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1)) return null;
  if (day > (month === 2 && !isLeapYear(year) ? 28 : (DAYS[month - 1] ?? 0))) return null;
  return `${year}-${pad(month)}-${pad(day)}`;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number): boolean =>
  (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const pad = (number: number): string => (number < 10 ? `0${number}` : `${number}`);
