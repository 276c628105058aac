import type { PayFrequency } from "../../../../protocol/income-insights.ts";
import {
  commonest,
  everyDays,
  monthlySchedules,
  type Schedule,
  semiMonthlySchedules,
} from "./pay-schedule.ts";

/** The frequency of a payer's paydays; `fit` is how well the paydays agree with it, from 0 to 1. */
export type PayCycle = {
  frequency: PayFrequency;
  fit: number;
  /** The usual days between two payments; null with fewer than two paydays. */
  gap: number | null;
  schedule: Schedule | null;
};

/** The fewest paydays that show a cycle. */
const MIN_PAYDAYS = 3;

/** The least fit of a cycle; with few paydays, chance fits as well. */
const leastFit = (paydays: number): number => (paydays < 5 ? 0.955 : 0.8);

/** The margin by which a wider family of schedules has to fit better: it has more ways to fit by chance. */
const FAMILY_MARGIN = 0.03;

/** The cycle of paydays: distinct days counted from 1970, in order. */
export const payCycleOf = (days: readonly number[]): PayCycle => {
  const gap = days.length < 2 ? null : medianOf(gapsOf(days));
  if (gap === null || days.length < MIN_PAYDAYS)
    return { frequency: "UNKNOWN", fit: 0, gap, schedule: null };
  const runs = runsOf(days, gap);
  let best: { schedule: Schedule; fit: number } | null = null;
  for (const schedule of schedulesFor(days, gap)) {
    const fit = fitOf(schedule, runs, days.length);
    const margin = best && best.schedule.frequency !== schedule.frequency ? FAMILY_MARGIN : 1e-9;
    if (!best || fit > best.fit + margin) best = { schedule, fit };
  }
  if (!best || best.fit < leastFit(days.length))
    return { frequency: "IRREGULAR", fit: best?.fit ?? 0, gap, schedule: null };
  return { frequency: best.schedule.frequency, fit: best.fit, gap, schedule: best.schedule };
};

/** Returns the median of some numbers; 0 for none. */
export const medianOf = (values: readonly number[]): number => {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = ascending.length / 2;
  return ((ascending[Math.ceil(middle) - 1] ?? 0) + (ascending[Math.floor(middle)] ?? 0)) / 2;
};

/** The schedules that could have a gap, the narrower families first. */
function schedulesFor(days: readonly number[], gap: number): Schedule[] {
  const steps = ([7, 14] as const).filter((step) => Math.abs(gap - step) <= step / 4);
  return [
    ...steps.flatMap((step) =>
      commonest(
        days.map((day) => day % step),
        2,
      ).map((like) => everyDays(step, like)),
    ),
    ...(gap >= 25 && gap <= 37 ? monthlySchedules(days) : []),
    ...(gap >= 12 && gap <= 19 ? semiMonthlySchedules(days) : []),
  ];
}

/** Computes how well days agree with a schedule: 1 if each is on its day and none is missing. */
function fitOf(schedule: Schedule, runs: readonly (readonly number[])[], count: number): number {
  let [points, expectedCount] = [0, 0];
  for (const run of runs) {
    const [first = 0, last = 0] = [run[0], run.at(-1)];
    const { tolerance } = schedule;
    const expectedDays = schedule.daysIn(first - tolerance, last + tolerance);
    let at = 0;
    for (const day of run) {
      for (let next = expectedDays[at]; next !== undefined && next < day - tolerance; ) {
        // Paydays before the first payment of a run, or after its last, are not missing.
        if (next >= first && next <= last) expectedCount++;
        next = expectedDays[++at];
      }
      const due = expectedDays[at];
      if (due === undefined || due > day + tolerance) continue;
      points += 1 - 0.12 * Math.abs(due - day);
      expectedCount++;
      at++;
    }
  }
  return (2 * points) / (expectedCount + count);
}

/** Days without the long pauses between them, as of work that is done in one season of a year. */
function runsOf(days: readonly number[], gap: number): number[][] {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && day - (run.at(-1) ?? day) <= gap * 2.5 + 10) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

function gapsOf(days: readonly number[]): number[] {
  return days.slice(1).map((day, at) => day - (days[at] ?? day));
}
