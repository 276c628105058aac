import type { PayFrequency } from "../../../../protocol/reports/income-source.ts";
import { firstDayOf, lastDayOf, toMonth } from "../../calendar.ts";

/** The frequency of a payer's paydays; `fit` is the agreement of the paydays, from 0 to 1. */
export type PayCycle = {
  /** IRREGULAR without a rhythm in three paydays or more, UNKNOWN with fewer. */
  frequency: PayFrequency | "IRREGULAR";
  fit: number;
  /** The usual number of days between payments; null with fewer than two paydays. */
  gap: number | null;
  schedule: Schedule | null;
};

/** The minimum number of paydays of a cycle. */
const MIN_PAYDAYS = 3;

/** The minimum fit of a cycle; few paydays need more, since they may fit by chance. */
const leastFit = (paydays: number): number => (paydays < 5 ? 0.955 : 0.8);

/**
 * The required gain in fit of a wider family of schedules, which has more ways to fit by chance.
 */
const FAMILY_MARGIN = 0.03;

/** Returns the cycle of distinct paydays, in ascending days since 1970. */
export const payCycleOf = (days: readonly number[]): PayCycle => {
  const gap = days.length < 2 ? null : medianOf(listGaps(days));
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

/** Returns the median of some numbers; 0 without numbers. */
export const medianOf = (values: readonly number[]): number => {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = ascending.length / 2;
  return ((ascending[Math.ceil(middle) - 1] ?? 0) + (ascending[Math.floor(middle)] ?? 0)) / 2;
};

/** The schedules that may produce a gap, narrower families first. */
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

/**
 * Computes the agreement of days with a schedule: 1 if each day is on schedule and none is missing.
 */
function fitOf(schedule: Schedule, runs: readonly (readonly number[])[], count: number): number {
  let [points, expectedCount] = [0, 0];
  for (const run of runs) {
    const [first = 0, last = 0] = [run[0], run.at(-1)];
    const { tolerance } = schedule;
    const expectedDays = schedule.daysIn(first - tolerance, last + tolerance);
    let at = 0;
    for (const day of run) {
      for (let next = expectedDays[at]; next !== undefined && next < day - tolerance; ) {
        // Paydays before a run's first payment, or after its last payment, are not missing.
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

/** Splits days at long pauses, as in seasonal work. */
function runsOf(days: readonly number[], gap: number): number[][] {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && day - (run.at(-1) ?? day) <= gap * 2.5 + 10) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

function listGaps(days: readonly number[]): number[] {
  return days.slice(1).map((day, at) => day - (days[at] ?? day));
}

/** A rule for the days on which a payer pays. */
type Schedule = {
  frequency: "WEEKLY" | "BIWEEKLY" | "SEMI_MONTHLY" | "MONTHLY";
  /** How many days a payment may be early or late, as around holidays. */
  tolerance: number;
  /** The scheduled days within an inclusive range, in order. */
  daysIn(from: number, to: number): number[];
};

/** The shift of a payday on a weekend. */
type Shift = "none" | "before" | "after";
const SHIFTS: readonly Shift[] = ["before", "after", "none"];

/** A payday within a month; 31 is the last day. */
type DayOfMonth = number;

/** A schedule with a fixed gap, counted from a given day. */
const everyDays = (step: 7 | 14, like: number): Schedule => ({
  frequency: step === 7 ? "WEEKLY" : "BIWEEKLY",
  tolerance: step === 7 ? 1 : 2,
  daysIn: (from, to) => {
    const days: number[] = [];
    for (let day = from + modulo(like - from, step); day <= to; day += step) days.push(day);
    return days;
  },
});

/**
 * The monthly schedules that may fit some days: by day of the month, or by weekday, such as the
 * third Friday.
 */
const monthlySchedules = (days: readonly number[]): Schedule[] => [
  ...[
    ...new Set(
      commonest(days.map(nominalDay), 8)
        .flatMap((day) => [day - 2, day - 1, day, day + 1, day + 2])
        .map((day) => Math.min(31, Math.max(1, day))),
    ),
  ].flatMap((day) => SHIFTS.map((shift) => onDaysOfMonth("MONTHLY", [day], shift))),
  ...commonest(days.map(weekdayOfMonth), 3).map(onWeekdayOfMonth),
];

/** The schedules with two days per month that may fit some days, about half a month apart. */
const semiMonthlySchedules = (days: readonly number[]): Schedule[] => {
  const common = commonest(days.map(nominalDay), 8);
  const firsts = new Set(
    common.flatMap((day) => (day > 16 ? [day - 15, day - 14, day - 16] : [day - 1, day, day + 1])),
  );
  return [...firsts]
    .filter((first) => first >= 1 && first <= 16)
    .toSorted((a, b) => a - b)
    .flatMap((first) => [first + 14, first + 15, first + 16].map((second) => [first, second]))
    .flatMap((pair) => SHIFTS.map((shift) => onDaysOfMonth("SEMI_MONTHLY", pair, shift)));
};

function onDaysOfMonth(
  frequency: "MONTHLY" | "SEMI_MONTHLY",
  daysOfMonth: readonly DayOfMonth[],
  shift: Shift,
): Schedule {
  return monthwise(frequency, (month) =>
    daysOfMonth.map((day) =>
      shiftDay(Math.min(firstDayOf(month) + day - 1, lastDayOf(month)), shift),
    ),
  );
}

/** The nth weekday of a month: 0 for the first, and -1 for the last. */
type WeekdayOfMonth = `${number} ${number}`;

function onWeekdayOfMonth(rule: WeekdayOfMonth): Schedule {
  const [nth = 0, weekday = 0] = rule.split(" ").map(Number);
  return monthwise("MONTHLY", (month) => {
    const first = firstDayOf(month);
    const last = lastDayOf(month);
    return nth < 0
      ? [last - modulo(weekdayOf(last) - weekday, 7)]
      : [first + modulo(weekday - weekdayOf(first), 7) + nth * 7];
  });
}

function weekdayOfMonth(day: number): WeekdayOfMonth {
  const nth = Math.floor((day - firstDayOf(toMonth(day))) / 7);
  return `${lastDayOf(toMonth(day)) - day < 7 ? -1 : nth} ${weekdayOf(day)}`;
}

function monthwise(
  frequency: "MONTHLY" | "SEMI_MONTHLY",
  daysOf: (month: number) => number[],
): Schedule {
  return {
    frequency,
    tolerance: 3,
    daysIn: (from, to) => {
      const days: number[] = [];
      // A shift may move a payday into another month.
      for (let month = toMonth(from - 3); month <= toMonth(to + 3); month++)
        days.push(...daysOf(month).filter((day) => from <= day && day <= to));
      return days.toSorted((a, b) => a - b);
    },
  };
}

/** A day's number in its month; the last day counts as 31. */
function nominalDay(day: number): DayOfMonth {
  return day === lastDayOf(toMonth(day)) ? 31 : day - firstDayOf(toMonth(day)) + 1;
}

/** Returns a workday: the day itself, or the workday before or after it. */
function shiftDay(day: number, shift: Shift): number {
  const beyond = weekdayOf(day) - 4;
  if (beyond <= 0 || shift === "none") return day;
  return shift === "before" ? day - beyond : day + 3 - beyond;
}

/** 0 for Monday. */
const weekdayOf = (day: number): number => modulo(day + 3, 7);

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** The values by frequency, the most frequent first. */
const commonest = <T extends string | number>(values: readonly T[], max: number): T[] => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([value]) => value);
};
