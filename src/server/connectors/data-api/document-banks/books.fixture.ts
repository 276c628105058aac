/** A row in a bank's books; `cents` are positive for outflows. */
export type BookRow = {
  id: string;
  day: string;
  cents: number;
  currency: string;
  pending: boolean;
  text: string;
};

const DAY_MS = 86_400_000;

/** The days before today with rows. The second day has two equal rows. */
const DAYS_AGO = [0, 1, 2, 2, 3, 5, 8, 13, 30, 31, 32, 59, 60, 88, 89, 91, 120, 150, 180];

export const dayBefore = (now: number, days: number): string =>
  new Date(now - days * DAY_MS).toISOString().slice(0, 10);

/** Rows of a year and a half, some ten a month, newest first. The newest row is pending. */
export const yearOf = (now: number, currency = "GBP"): BookRow[] => {
  const later = Array.from({ length: 80 }, (_, at) => 183 + at * 4);
  return [...DAYS_AGO, ...later].map((days, at) => {
    const isTwin = days === 2;
    const leaves = isTwin || at % 4 !== 0;
    const cents = isTwin ? 1250 : 1000 + ((at * 7919) % 90_000);
    return {
      id: `t${String(at).padStart(4, "0")}`,
      day: dayBefore(now, days),
      cents: leaves ? cents : -cents,
      currency,
      pending: days === 0,
      text: isTwin ? "Coffee at the corner" : `Payment ${at}`,
    };
  });
};

/** An amount of cents as a text without a sign. */
export const toAmount = (cents: number): string => (Math.abs(cents) / 100).toFixed(2);
