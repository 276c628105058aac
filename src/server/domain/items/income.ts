import type { Income, IncomeStream } from "../../../protocol/income.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { dayAt, dayOf } from "../calendar.ts";

/** The top category of income, and the one in it that is only an advance on the next wages. */
const INCOME = "16";
const WAGE_ADVANCE = "16001003";

/** The fewest payments that make a stream. */
const MIN_PAYMENTS = 3;
const YEAR_DAYS = 365;
const MONTH_DAYS = 30.4375;

/** The payments of one payer: cents by day, oldest first. */
type Stream = { name: string; payments: { day: number; cents: number }[] };

/** A person's income, from the transactions of their accounts up to a moment. */
export const incomeOf = (transactions: readonly Transaction[], now: number): Income => {
  const today = dayAt(now);
  const streams = streamsIn(transactions);
  const lastYear = streams
    .flatMap(({ payments }) => payments)
    .filter(({ day }) => day > today - YEAR_DAYS)
    .reduce((sum, { cents }) => sum + cents, 0);
  const projection = streams
    .filter((stream) => flowsOn(stream, today))
    .reduce((sum, stream) => sum + Math.round((centsPerDay(stream) * YEAR_DAYS * 100) / 100), 0);
  return {
    income_streams: streams.map(streamShape),
    last_year_income: units(lastYear),
    last_year_income_before_tax: units(beforeTax(lastYear)),
    projected_yearly_income: units(projection),
    projected_yearly_income_before_tax: units(beforeTax(projection)),
    max_number_of_overlapping_income_streams: mostAtOnce(streams),
    number_of_income_streams: streams.length,
  };
};

function streamsIn(transactions: readonly Transaction[]): Stream[] {
  const byPayer = new Map<string, Stream>();
  const payments = transactions.filter(
    ({ amount, pending, category_id }) =>
      amount < 0 && !pending && category_id?.startsWith(INCOME) && category_id !== WAGE_ADVANCE,
  );
  for (const { payment_meta, name: description, amount, date } of payments) {
    const name = payment_meta.payer ?? description;
    const stream = byPayer.get(name) ?? { name, payments: [] };
    stream.payments.push({ day: dayOf(date), cents: -Math.round(amount * 100) });
    byPayer.set(name, stream);
  }
  return [...byPayer.values()]
    .filter(({ payments }) => payments.length >= MIN_PAYMENTS)
    .map(({ name, payments }) => ({
      name,
      payments: payments.toSorted((a, b) => a.day - b.day),
    }))
    .toSorted((a, b) => centsPerDay(b) - centsPerDay(a));
}

function streamShape(stream: Stream): IncomeStream {
  const { name, payments } = stream;
  return {
    name,
    monthly_income: units(Math.round(centsPerDay(stream) * MONTH_DAYS)),
    confidence: confidenceIn(payments),
    days: lastOf(stream) - firstOf(stream),
  };
}

const firstOf = ({ payments }: Stream): number => payments[0]?.day ?? 0;
const lastOf = ({ payments }: Stream): number => payments.at(-1)?.day ?? 0;

/** The usual time between two payments, in days. */
function gapOf(stream: Stream): number {
  return Math.max(1, (lastOf(stream) - firstOf(stream)) / (stream.payments.length - 1));
}

/** The income per day; the last payment covers the days that follow it, until the next one. */
function centsPerDay(stream: Stream): number {
  const cents = stream.payments.reduce((sum, payment) => sum + payment.cents, 0);
  return cents / (gapOf(stream) * stream.payments.length);
}

/** Whether the next payment is not overdue by more than half the usual time. */
function flowsOn(stream: Stream, today: number): boolean {
  return today - lastOf(stream) <= gapOf(stream) * 1.5 + 3;
}

/** Computes how regular the payments and the gaps between them are: 1 if all are equal. */
function confidenceIn(payments: Stream["payments"]): number {
  const gaps = payments.slice(1).map(({ day }, at) => day - (payments[at]?.day ?? day));
  const deviation = (spread(payments.map(({ cents }) => cents)) + spread(gaps)) / 2;
  return Math.round(Math.max(0, 1 - deviation) * 100) / 100;
}

/** The mean absolute deviation of values, relative to their mean. */
function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = values.reduce((sum, value) => sum + Math.abs(value - mean), 0) / values.length;
  return mean === 0 ? 1 : deviation / mean;
}

function mostAtOnce(streams: readonly Stream[]): number {
  const counts = streams.map(
    (stream) =>
      streams.filter(
        (candidate) =>
          firstOf(candidate) <= firstOf(stream) && lastOf(candidate) >= firstOf(stream),
      ).length,
  );
  return Math.max(0, ...counts);
}

/** Bands of a year's income after tax, in whole units, and the tax rate of each, in percent. */
const BANDS: readonly [upTo: number, percent: number][] = [
  [15_000, 10],
  [40_000, 20],
  [90_000, 27],
  [Number.POSITIVE_INFINITY, 35],
];

/** An estimate of a year's income before tax, which no institution reports. */
function beforeTax(cents: number): number {
  let [before, from] = [0, 0];
  for (const [upTo, percent] of BANDS) {
    const within = Math.max(0, Math.min(cents, upTo * 100) - from);
    before += within / (1 - percent / 100);
    from = upTo * 100;
  }
  return Math.round(before);
}

const units = (cents: number): number => cents / 100;
