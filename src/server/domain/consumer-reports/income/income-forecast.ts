import type { PredictionInterval } from "../../../../protocol/reports/income-source.ts";
import { toMonth } from "../../calendar.ts";
import { groupBy } from "../../group-by.ts";
import { medianOf, type PayCycle } from "../../transactions/recurring/pay-cycle.ts";
import type { IncomeStream } from "./find-income-streams.ts";

/** The forecast of a stream. */
export type IncomeForecast = {
  isActive: boolean;
  /** The next payday, counted from 1970; null if it is not active, or not regular. */
  nextDay: number | null;
  nextCents: number | null;
  /** Per month; 0 once it is not active. */
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

/** The days that a payment may be overdue before its stream counts as over. */
const GRACE = { WEEKLY: 5, BIWEEKLY: 7, SEMI_MONTHLY: 8, MONTHLY: 10 };
/**
 * A payment of a stream without a cycle is overdue after twice the usual time, and at least this many days.
 */
const GRACE_WITHOUT_CYCLE = 45;

/** The number of last paydays that determine the usual amount. */
const RECENT_PAYDAYS = 5;
/** The days over which the recent income of a stream without a cycle is measured. */
const RECENT_DAYS = 91;

/** Forecasts a stream on a day. */
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

/** The share of whole months whose income lies within the interval, and the fewest of them that show one. */
const PROBABILITY = 0.8;
const MIN_MONTHS = 3;

/** The interval of a month's income, by the whole months so far; none with too few of them. */
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

/**
 * Returns the first payday of a schedule from a day on, other than the one that the last payment
 * was for.
 */
function nextPayday({ schedule, gap }: PayCycle, last: number, from: number): number | null {
  if (!schedule) return null;
  // A payment that came early was for the payday right after it.
  const dueBy = last + Math.min(schedule.tolerance, Math.floor((gap ?? 7) / 3));
  return schedule.daysIn(Math.max(dueBy + 1, from), Math.max(dueBy, from) + 45)[0] ?? null;
}
