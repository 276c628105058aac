import { createHash } from "node:crypto";
import type { StreamFrequency, TransactionStream } from "../../../../protocol/reports/recurring.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { toDate, toDay } from "../../calendar.ts";
import { opaqueId } from "../../identifiers.ts";
import { createPace, eachInTurns, groupInTurns, sortInTurns } from "../../jobs/in-turns.ts";
import { payeeKey } from "../payee.ts";
import { medianOf, payCycleOf } from "./pay-cycle.ts";

/** The streams of an Item's accounts, the latest payments first. */
export type RecurringStreams = { inflow: TransactionStream[]; outflow: TransactionStream[] };

/** A booked transaction and its day since 1970. */
type Entry = { transaction: StreamTransaction; day: number };

/** The expected day of a stream's next transaction, and the day it becomes overdue. */
type Rhythm = { frequency: StreamFrequency; isMature: boolean; nextDay: number; graceDays: number };

/** The number of days that a payment may be overdue before its stream has ended. */
const GRACE_DAYS: { readonly [F in StreamFrequency]: number } = {
  WEEKLY: 3,
  BIWEEKLY: 5,
  SEMI_MONTHLY: 6,
  MONTHLY: 9,
  UNKNOWN: 14,
  ANNUALLY: 30,
};

/** Gaps that match no day of the week or month: four weeks, two, three and six months. */
const STEPS: readonly { frequency: StreamFrequency; gap: number; slack: number }[] = [
  { frequency: "MONTHLY", gap: 28, slack: 2 },
  { frequency: "UNKNOWN", gap: 61, slack: 4 },
  { frequency: "UNKNOWN", gap: 91, slack: 7 },
  { frequency: "UNKNOWN", gap: 182, slack: 9 },
];

/** The number of transactions to read and examine in one turn of the event loop. */
const TRANSACTIONS_AT_ONCE = 500;

/** The fields of a transaction that determine its stream. */
export type StreamTransaction = Pick<
  Transaction,
  | "transaction_id"
  | "account_id"
  | "amount"
  | "iso_currency_code"
  | "unofficial_currency_code"
  | "date"
  | "pending"
  | "name"
  | "merchant_name"
  | "payment_meta"
  | "category"
  | "category_id"
  | "personal_finance_category"
>;

/**
 * Finds the recurring streams among an Item's transactions, on a day since 1970. Each transaction
 * is in at most one stream; pending ones are in none. Other requests are served in between, since
 * an institution may report hundreds of monthly payments.
 */
export const recurringStreamsIn = async (
  transactions: readonly StreamTransaction[],
  today: number,
): Promise<RecurringStreams> => {
  const entries: Entry[] = [];
  await eachInTurns(transactions, (transaction) => {
    const { pending, amount, date } = transaction;
    if (!pending && amount !== 0) entries.push({ transaction, day: toDay(date) });
  });
  const groups = await groupInTurns(
    await sortInTurns(entries, byDay),
    ({ transaction }) => groupKey(transaction),
    TRANSACTIONS_AT_ONCE,
  );
  const found: TransactionStream[] = [];
  const pace = createPace(TRANSACTIONS_AT_ONCE);
  for (const group of groups.values()) {
    for (const { part, rhythm } of await regularParts(group, pace))
      found.push(toStream(part, rhythm, today));
    await pace(group.length);
  }
  const streams = await sortInTurns(found, lastPaidFirst);
  return {
    inflow: streams.filter(({ last_amount }) => last_amount.amount < 0),
    outflow: streams.filter(({ last_amount }) => last_amount.amount > 0),
  };
};

const byDay = (a: Entry, b: Entry): number =>
  a.day - b.day || (a.transaction.transaction_id < b.transaction.transaction_id ? -1 : 1);

function lastPaidFirst(a: TransactionStream, b: TransactionStream): number {
  if (a.last_date !== b.last_date) return a.last_date < b.last_date ? 1 : -1;
  return a.stream_id < b.stream_id ? -1 : 1;
}

/** The key of a transaction's account, direction, currency and other party. */
const groupKey = (transaction: StreamTransaction): string =>
  JSON.stringify([
    transaction.account_id,
    transaction.amount > 0,
    transaction.iso_currency_code ?? transaction.unofficial_currency_code,
    partyKey(transaction),
  ]);

/** The key of a transaction's other party. */
function partyKey({ amount, merchant_name, name, payment_meta }: StreamTransaction): string {
  const { payee, payer } = payment_meta;
  return payeeKey(merchant_name ?? (amount > 0 ? payee : payer) ?? name);
}

type Part = { part: readonly Entry[]; rhythm: Rhythm };

/**
 * Returns the regular parts of a party's transactions: all of them, or groups of similar amounts,
 * such as two subscriptions at a merchant, or a subscription among purchases.
 */
async function regularParts(
  entries: readonly Entry[],
  pace: ReturnType<typeof createPace>,
): Promise<Part[]> {
  const whole = rhythmOf(entries);
  if (whole) return [{ part: entries, rhythm: whole }];
  const regular: Part[] = [];
  for (const part of await partsByAmount(entries)) {
    const sorted = mayBeRegular(part) ? part.toSorted(byDay) : [];
    const rhythm = rhythmOf(sorted);
    if (rhythm) regular.push({ part: sorted, rhythm });
    await pace(part.length);
  }
  return regular;
}

/** The maximum factor between neighbouring amounts of a part. */
const AMOUNT_STEP = 1.1;

async function partsByAmount(entries: readonly Entry[]): Promise<Entry[][]> {
  const parts: Entry[][] = [];
  let previous = Number.NaN;
  const bySize = (a: Entry, b: Entry) => sizeOf(a) - sizeOf(b);
  await eachInTurns(await sortInTurns(entries, bySize), (entry) => {
    const part = parts.at(-1);
    if (part && sizeOf(entry) <= previous * AMOUNT_STEP) part.push(entry);
    else parts.push([entry]);
    previous = sizeOf(entry);
  });
  return parts;
}

/**
 * Whether transactions may be regular: at most one per day on average, since nothing recurs twice a
 * day. That bounds the further work by the number of days.
 */
function mayBeRegular(entries: readonly Entry[]): boolean {
  const days = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  for (const { day } of entries) {
    days.first = Math.min(days.first, day);
    days.last = Math.max(days.last, day);
  }
  return entries.length > 1 && entries.length <= days.last - days.first + 1;
}

const sizeOf = ({ transaction }: Entry): number => Math.abs(transaction.amount);

/** Returns the rhythm of transactions sorted by day, or null. */
function rhythmOf(entries: readonly Entry[]): Rhythm | null {
  if (!mayBeRegular(entries)) return null;
  const days = entries.map(({ day }) => day);
  const last = days.at(-1) ?? 0;
  const gaps = days.slice(1).map((day, at) => day - (days[at] ?? day));
  if (gaps.length === 0 || gaps.includes(0) || !isSteady(entries)) return null;
  const everyGap = (min: number, max: number) => gaps.every((gap) => min <= gap && gap <= max);
  const rhythm = (frequency: StreamFrequency, isMature: boolean, nextDay: number): Rhythm => ({
    frequency,
    isMature,
    nextDay,
    graceDays: GRACE_DAYS[frequency],
  });
  if (everyGap(351, 379)) return rhythm("ANNUALLY", true, last + 365);
  if (days.length === 2)
    return everyGap(26, 35) && isSameAmount(entries)
      ? rhythm("MONTHLY", false, last + Math.round(gaps[0] ?? 30))
      : null;
  const { schedule } = payCycleOf(days);
  if (!schedule) {
    const step = STEPS.find(({ gap, slack }) => everyGap(gap - slack, gap + slack));
    return step ? rhythm(step.frequency, true, last + step.gap) : null;
  }
  const { frequency, tolerance } = schedule;
  const next = schedule.daysIn(last + tolerance + 1, last + 70)[0];
  return next === undefined ? null : rhythm(frequency, true, next);
}

/** Whether every amount is between half and twice the usual amount, as with seasonal utilities. */
function isSteady(entries: readonly Entry[]): boolean {
  const usual = medianOf(entries.map(sizeOf));
  return entries.every((entry) => usual / 2 <= sizeOf(entry) && sizeOf(entry) <= usual * 2);
}

/** Two transactions form a stream only if their amounts differ by at most a hundredth. */
function isSameAmount(entries: readonly Entry[]): boolean {
  const sizes = entries.map(sizeOf);
  return Math.max(...sizes) <= Math.min(...sizes) * 1.01;
}

function toStream(part: readonly Entry[], rhythm: Rhythm, today: number): TransactionStream {
  const transactions = part.map(({ transaction }) => transaction);
  const [first] = transactions;
  const last = transactions.at(-1);
  if (!first || !last) throw new Error("a stream has transactions");
  const { frequency, isMature, nextDay, graceDays } = rhythm;
  const isActive = today <= nextDay + graceDays;
  const { account_id, iso_currency_code, unofficial_currency_code } = last;
  const toAmount = (amount: number) => ({ amount, iso_currency_code, unofficial_currency_code });
  return {
    account_id,
    stream_id: streamId(first),
    category: last.category,
    category_id: last.category_id,
    personal_finance_category: last.personal_finance_category,
    description: last.name,
    merchant_name: last.merchant_name,
    first_date: first.date,
    last_date: last.date,
    // An overdue payment is expected at any day.
    predicted_next_date: isActive ? toDate(Math.max(nextDay, today)) : null,
    frequency,
    transaction_ids: transactions.map(({ transaction_id }) => transaction_id),
    average_amount: toAmount(meanOf(transactions.map(({ amount }) => amount))),
    last_amount: toAmount(last.amount),
    is_active: isActive,
    status: isMature ? "MATURE" : isActive ? "EARLY_DETECTION" : "TOMBSTONED",
    is_user_modified: false,
  };
}

/** Amounts are summed in ten-thousandths of a unit, precise enough for every currency. */
const meanOf = (amounts: readonly number[]): number => {
  const sum = amounts.reduce((total, amount) => total + Math.round(amount * 10_000), 0);
  return Math.round(sum / amounts.length / 100) / 100;
};

function streamId({ transaction_id }: StreamTransaction): string {
  const digest = (bytes: number) =>
    createHash("shake256", { outputLength: bytes }).update(`stream ${transaction_id}`).digest();
  return opaqueId(digest, 37);
}
