import { dateOf, dayOf, firstDayOf, monthOf } from "../../domain/calendar.ts";

const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Returns round amounts that cover a range in even steps, about `most` of them. A range that is close to zero for its
 * width, or empty, is extended to zero, so that a chart does not exaggerate.
 */
export const amountTicks = (low: number, high: number, most: number): number[] => {
  const [from, to] = widenRange(low, high);
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough * 0.999) ?? 10);
  const first = Math.floor(from / step + 1e-9);
  const last = Math.ceil(to / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => roundAmount((first + at) * step));
};

function widenRange(low: number, high: number): [number, number] {
  const from = low > 0 && low < high * 0.6 ? 0 : low;
  const to = high < 0 && high > low * 0.6 ? 0 : high;
  if (from < to) return [from, to];
  return from === 0 ? [0, 1] : [Math.min(0, from), Math.max(0, to)];
}

const roundAmount = (amount: number): number => Math.round(amount * 10_000) / 10_000;

/** Returns at most `most` dates that divide a period evenly: firsts of months, or days of a short period. */
export const dateTicks = (from: string, to: string, most: number): string[] => {
  const [first, last] = [dayOf(from), dayOf(to)];
  if (last - first < 62) {
    const step = Math.max(1, Math.ceil((last - first + 1) / most));
    return range(first, last, step).map(dateOf);
  }
  const firstMonth = monthOf(first - 1) + 1;
  const months = monthOf(last) - firstMonth + 1;
  const step = [1, 2, 3, 6].find((each) => Math.ceil(months / each) <= most) ?? 12;
  return range(Math.ceil(firstMonth / step) * step, monthOf(last), step).map((month) =>
    dateOf(firstDayOf(month)),
  );
};

const range = (from: number, to: number, step: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((to - from) / step) + 1) },
    (_, at) => from + at * step,
  );
