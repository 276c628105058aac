import type { Income, IncomeStream } from "../../../protocol/reports/income.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { dayAt, toDay } from "../calendar.ts";
import { createPace, filterInTurns, sortInTurns } from "../jobs/in-turns.ts";
import { createReversals, ruledIncome } from "./income-evidence.ts";

/** The top category of income, and its subcategory of advances on wages. */
const INCOME = "16";
const WAGE_ADVANCE = "16001003";

/** The minimum number of payments that make a stream. */
const MIN_PAYMENTS = 3;
const YEAR_DAYS = 365;
const MONTH_DAYS = 30.4375;

type Payment = { day: number; cents: number; accountId: string; name: string };

/** The payments of one payer, oldest first. */
type Stream = { name: string; payments: Payment[]; centsPerDay: number };

/**
 * A person's income, from pages of their accounts' transactions up to a moment. Other requests are
 * served in between.
 */
export const incomeOf = async (
  pages: AsyncIterable<readonly { transaction: Transaction }[]>,
  now: number,
): Promise<Income> => {
  const today = dayAt(now);
  const streams = await streamsIn(pages);
  const pace = createPace();
  let [lastYear, projection] = [0, 0];
  const shapes: IncomeStream[] = [];
  for (const stream of streams) {
    for (const { day, cents } of stream.payments) if (day > today - YEAR_DAYS) lastYear += cents;
    if (flowsOn(stream, today))
      projection += Math.round((stream.centsPerDay * YEAR_DAYS * 100) / 100);
    await pace(stream.payments.length);
    shapes.push(streamShape(stream));
    await pace(stream.payments.length);
  }
  return {
    income_streams: shapes,
    last_year_income: units(lastYear),
    last_year_income_before_tax: units(beforeTax(lastYear)),
    projected_yearly_income: units(projection),
    projected_yearly_income_before_tax: units(beforeTax(projection)),
    max_number_of_overlapping_income_streams: await mostAtOnce(streams),
    number_of_income_streams: streams.length,
  };
};

async function streamsIn(
  pages: AsyncIterable<readonly { transaction: Transaction }[]>,
): Promise<Stream[]> {
  const byPayer = new Map<string, Payment[]>();
  const reversals = createReversals();
  for await (const page of pages)
    for (const { transaction } of page) {
      const { account_id: accountId, amount, date, pending, name } = transaction;
      if (pending) continue;
      const cents = -Math.round(amount * 100);
      const day = toDay(date);
      reversals.note(transaction);
      if (amount < 0 && isIncome(transaction))
        append(byPayer, payerOf(transaction), { day, cents, accountId, name });
    }
  const streams: Stream[] = [];
  const pace = createPace();
  for (const [name, unsorted] of byPayer) {
    const booked = await sortInTurns(unsorted, (a, b) => a.day - b.day);
    const payments = joinParts(await filterInTurns(booked, (payment) => !reversals.take(payment)));
    if (payments.length >= MIN_PAYMENTS)
      streams.push({ name, payments, centsPerDay: centsPerDay(payments) });
    await pace(unsorted.length);
  }
  return sortInTurns(streams, (a, b) => b.centsPerDay - a.centsPerDay);
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Whether an inflow is income, by the institution's category or else by the rules'. */
function isIncome(transaction: Transaction): boolean {
  const { category_id } = transaction;
  if (category_id === WAGE_ADVANCE) return false;
  if (category_id?.startsWith(INCOME)) return true;
  const isOpen = category_id === null || OPEN.some((prefix) => category_id.startsWith(prefix));
  return isOpen && ruledIncome(transaction) !== null;
}

/**
 * The widest categories, transfers to and from others, which leave open whether money is income.
 */
const OPEN = ["24000", "24002", "24003", "24004"];

/** The payer's name, or else the merchant in the description, whose other words may vary. */
function payerOf(transaction: Transaction): string {
  const { payment_meta, name, category_id, counterparties } = transaction;
  const merchant = counterparties.find(({ type }) => type === "merchant" || type === "marketplace");
  if (payment_meta.payer !== null) return payment_meta.payer;
  if (category_id?.startsWith(INCOME)) return name;
  return (
    merchant?.name ??
    (name
      .replace(/\S*\d\S*/g, "")
      .replace(/\s+/g, " ")
      .trim() ||
      name)
  );
}

/** The maximum number of days between the parts of a payment. */
const PART_DAYS = 1;

/** Joins the parts of a payment that its payer splits over several accounts. */
function joinParts(payments: readonly Payment[]): Payment[] {
  const joined: (Payment & { accounts: Set<string> })[] = [];
  for (const payment of payments) {
    const last = joined.at(-1);
    const isPart =
      last && payment.day - last.day <= PART_DAYS && !last.accounts.has(payment.accountId);
    if (isPart) {
      last.cents += payment.cents;
      last.accounts.add(payment.accountId);
    } else joined.push({ ...payment, accounts: new Set([payment.accountId]) });
  }
  return joined;
}

function streamShape(stream: Stream): IncomeStream {
  const { name, payments } = stream;
  return {
    name,
    monthly_income: units(Math.round(stream.centsPerDay * MONTH_DAYS)),
    confidence: confidenceIn(payments),
    days: lastOf(stream) - firstOf(stream),
  };
}

const firstOf = ({ payments }: { payments: readonly Payment[] }): number => payments[0]?.day ?? 0;
const lastOf = ({ payments }: { payments: readonly Payment[] }): number =>
  payments.at(-1)?.day ?? 0;

/** The usual time between two payments, in days. */
function gapOf(stream: { payments: readonly Payment[] }): number {
  return Math.max(1, (lastOf(stream) - firstOf(stream)) / (stream.payments.length - 1));
}

/** The income per day. The last payment covers the days until the next payment. */
function centsPerDay(payments: readonly Payment[]): number {
  const cents = payments.reduce((sum, payment) => sum + payment.cents, 0);
  return cents / (gapOf({ payments }) * payments.length);
}

/** Whether the next payment is overdue by at most half the usual gap. */
function flowsOn(stream: Stream, today: number): boolean {
  return today - lastOf(stream) <= gapOf(stream) * 1.5 + 3;
}

/** The regularity of the payments and their gaps: 1 if all are equal. */
function confidenceIn(payments: readonly Payment[]): number {
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

/** The maximum number of streams with payments on one day. */
async function mostAtOnce(streams: readonly Stream[]): Promise<number> {
  const ascending = (a: number, b: number) => a - b;
  const firsts = await sortInTurns(streams.map(firstOf), ascending);
  const lasts = await sortInTurns(streams.map(lastOf), ascending);
  let [most, ended] = [0, 0];
  for (const [at, first] of firsts.entries()) {
    while ((lasts[ended] ?? first) < first) ended += 1;
    most = Math.max(most, at + 1 - ended);
  }
  return most;
}

/** Bands of a year's net income in whole units, each with its tax rate in percent. */
const BANDS: readonly [upTo: number, percent: number][] = [
  [15_000, 10],
  [40_000, 20],
  [90_000, 27],
  [Number.POSITIVE_INFINITY, 35],
];

/** An estimate of a year's gross income, which no institution reports. */
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
