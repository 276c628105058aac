import type { PredictionInterval } from "../../../../protocol/reports/income-source.ts";
import { toMonth } from "../../calendar.ts";
import { groupBy } from "../../group-by.ts";
import { medianOf, type PayCycle } from "../../transactions/recurring/pay-cycle.ts";
import type { IncomeStream } from "./find-income-streams.ts";

/** The forecast of a stream. */
export type IncomeForecast = {
  isActive: boolean;
  /** The next payday, in days since 1970; null for an inactive or irregular stream. */
  nextDay: number | null;
  nextCents: number | null;
  /** The income per month; 0 for an inactive stream. */
  monthlyCents: number;
};

/** The average length of a month. */
export const MONTH_DAYS = 365.25 / 12;
const PER_MONTH = {
  WEEKLY: 365.25 / 7 / 12,
  BIWEEKLY: 365.25 / 14 / 12,
  SEMI_MONTHLY: 2,
  MONTHLY: 1,
};

/** The days of grace until a stream with an overdue payment counts as ended. */
const GRACE = { WEEKLY: 5, BIWEEKLY: 7, SEMI_MONTHLY: 8, MONTHLY: 10 };
/**
 * The minimum grace in days of a stream without a cycle, which otherwise has twice the usual gap.
 */
const GRACE_WITHOUT_CYCLE = 45;

/** The number of recent paydays that determine the usual amount. */
const RECENT_PAYDAYS = 5;
/** The number of days over which the income of a stream without a cycle is averaged. */
const RECENT_DAYS = 91;

export const forecastOf = ({ payments, cycle }: IncomeStream, today: number): IncomeForecast => {
  const regular = payments.filter(({ isBonus }) => !isBonus);
  const byDay = groupBy(regular, ({ day }) => day);
  const paydays = [...byDay].map(([day, each]) => ({
    day,
    cents: each.reduce((sum, { cents }) => sum + cents, 0),
  }));
  const last = paydays.at(-1)?.day;
  if (last === undefined) return NO_FORECAST;
  const due = nextPayday(cycle, last, last + 1);
  const latest =
    cycle.schedule && due !== null
      ? due + GRACE[cycle.schedule.frequency]
      : last + Math.max(GRACE_WITHOUT_CYCLE, (cycle.gap ?? 0) * 2);
  if (today > latest) return NO_FORECAST;
  const usual = Math.round(medianOf(paydays.slice(-RECENT_PAYDAYS).map(({ cents }) => cents)));
  if (cycle.schedule)
    return {
      isActive: true,
      nextDay: nextPayday(cycle, last, today),
      nextCents: usual,
      monthlyCents: Math.round(usual * PER_MONTH[cycle.schedule.frequency]),
    };
  const from = Math.max(today - RECENT_DAYS + 1, paydays[0]?.day ?? last);
  const recent = paydays.filter(({ day }) => day >= from);
  const total = recent.reduce((sum, { cents }) => sum + cents, 0);
  const days = Math.max(MONTH_DAYS, today - from + 1);
  return {
    isActive: true,
    nextDay: null,
    nextCents: null,
    monthlyCents: Math.round((total / days) * MONTH_DAYS),
  };
};

/**
 * The share of whole months whose income lies within the interval, and the minimum number of
 * months.
 */
const PROBABILITY = 0.8;
const MIN_MONTHS = 3;

/** The interval of a month's income, from the whole months so far; none with too few months. */
export const monthlyInterval = (
  payments: IncomeStream["payments"],
  today: number,
): PredictionInterval[] => {
  const [first] = payments;
  if (!first) return [];
  const byMonth = groupBy(payments, ({ day }) => toMonth(day));
  const whole = toMonth(today) - toMonth(first.day) - 1;
  if (whole < MIN_MONTHS) return [];
  const totals = Array.from({ length: whole }, (_, at) =>
    (byMonth.get(toMonth(first.day) + 1 + at) ?? []).reduce((sum, { cents }) => sum + cents, 0),
  ).toSorted((a, b) => a - b);
  const left = Math.floor((totals.length * (1 - PROBABILITY)) / 2);
  const [lower = 0, upper = 0] = [totals[left], totals[totals.length - 1 - left]];
  return [{ lower_bound: lower / 100, upper_bound: upper / 100, probability: PROBABILITY }];
};

const NO_FORECAST: IncomeForecast = {
  isActive: false,
  nextDay: null,
  nextCents: null,
  monthlyCents: 0,
};

/** Returns a schedule's first payday from a day on, other than the last payment's payday. */
function nextPayday({ schedule, gap }: PayCycle, last: number, from: number): number | null {
  if (!schedule) return null;
  // An early payment was for the next payday.
  const dueBy = last + Math.min(schedule.tolerance, Math.floor((gap ?? 7) / 3));
  return schedule.daysIn(Math.max(dueBy + 1, from), Math.max(dueBy, from) + 45)[0] ?? null;
}
