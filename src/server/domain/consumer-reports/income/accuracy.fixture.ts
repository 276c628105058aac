import type { Transaction } from "../../../../protocol/transaction.ts";
import { SANDBOX_INSTITUTIONS } from "../../../connectors/sandbox/catalogue/index.ts";
import { dayAt, toDate } from "../../calendar.ts";
import { groupBy } from "../../group-by.ts";
import type { LinkedAccount } from "../linked-item.ts";
import { sandboxItem } from "../sandbox-items.fixture.ts";
import { findIncomeStreams, type IncomeStream } from "./find-income-streams.ts";
import { PEOPLE, trueStreamOf } from "./ground-truth.fixture.ts";

/** The number of right answers, and of all answers. */
type Share = { right: number; all: number };

/** The agreement of streams with the sandbox's ground truth. */
export type Accuracy = {
  runs: number;
  /**
   * The share of found transactions that are income, the share of income that was found, and the
   * same for whole streams.
   */
  transactionPrecision: Share;
  transactionRecall: Share;
  streamPrecision: Share;
  streamRecall: Share;
  /**
   * The share of streams with the right cycle, among those with at least three paydays; the share
   * with the right category.
   */
  cycles: Share;
  categories: Share;
  misses: string[];
};

const none = (): Share => ({ right: 0, all: 0 });
const NO_ACCURACY = (): Accuracy => ({
  runs: 0,
  transactionPrecision: none(),
  transactionRecall: none(),
  streamPrecision: none(),
  streamRecall: none(),
  cycles: none(),
  categories: none(),
  misses: [],
});

/**
 * Measures the accuracy over all people of the sandbox at some banks, on some days, over a number of days.
 */
export const measureAccuracy = async (
  banks: readonly string[],
  ends: readonly number[],
  windows: readonly number[],
): Promise<Map<string, Accuracy>> => {
  const results = new Map<string, Accuracy>();
  const last = Math.max(...ends);
  const days = dayAt(last) - dayAt(Math.min(...ends)) + Math.max(...windows);
  for (const institutionId of banks) {
    const bank = SANDBOX_INSTITUTIONS.find(
      (institution) => institution.institution.institutionId === institutionId,
    );
    if (!bank) throw new Error(`there is no ${institutionId}`);
    for (const username of PEOPLE) {
      const { item, keyOf } = await sandboxItem({ username, institutionId, now: last, days });
      const streamOf = trueStreamOf(bank, username);
      const truth = (transaction: Transaction) =>
        streamOf(keyOf.get(transaction.transaction_id) ?? "", transaction.name);
      const income = item.accounts.flatMap(({ account, transactions }) =>
        account.type === "depository" ? incomeIn(transactions, truth) : [],
      );
      const searches = { "as shown": item.accounts, "descriptions only": item.accounts.map(bare) };
      for (const [evidence, accounts] of Object.entries(searches))
        for (const period of listPeriods(ends, windows)) {
          const label = `${evidence} ${period.days}`;
          const result = results.get(label) ?? NO_ACCURACY();
          results.set(label, result);
          const about = `${label} ${username} ${institutionId} ${period.to}`;
          const due = income.filter(({ date }) => period.from <= date && date <= period.to);
          compare(result, await findIncomeStreams(accounts, period), due, about);
        }
    }
  }
  return results;
};

const listPeriods = (ends: readonly number[], windows: readonly number[]) =>
  ends.flatMap((end) =>
    windows.map((days) => ({ days, from: toDate(dayAt(end) - days + 1), to: toDate(dayAt(end)) })),
  );

/**
 * An account whose transactions have no category and no payer's name, only descriptions, days and
 * amounts.
 */
const bare = (account: LinkedAccount): LinkedAccount => ({
  ...account,
  transactions: account.transactions.map((transaction) => ({
    ...transaction,
    category: null,
    category_id: null,
    merchant_name: null,
    name: transaction.original_description ?? transaction.name,
    transaction_type: "unresolved",
    transaction_code: null,
    payment_meta: {
      reference_number: null,
      ppd_id: null,
      payee: null,
      by_order_of: null,
      payer: null,
      payment_method: null,
      payment_processor: null,
      reason: null,
    },
  })),
});

type Truth = NonNullable<ReturnType<ReturnType<typeof trueStreamOf>>>;

/** A payment that the sandbox generated as income, and its stream. */
type TruePayment = { id: string; date: string; stream: Truth };

const incomeIn = (
  transactions: readonly Transaction[],
  truth: (transaction: Transaction) => Truth | null,
): TruePayment[] =>
  transactions
    .filter(({ pending, amount }) => !pending && amount < 0)
    .flatMap((transaction) => {
      const stream = truth(transaction);
      const { transaction_id: id, date } = transaction;
      return stream ? [{ id, date, stream }] : [];
    });

function compare(
  result: Accuracy,
  streams: readonly IncomeStream[],
  income: readonly TruePayment[],
  about: string,
): void {
  result.runs++;
  const trueStreams = groupBy(income, ({ stream }) => stream.id);
  const streamById = new Map(income.map(({ id, stream }) => [id, stream]));
  const foundIds = new Set(streams.flatMap(({ payments }) => payments.map(({ id }) => id)));
  for (const { payments } of streams)
    for (const { id, text } of payments) {
      const isRight = streamById.has(id);
      count(result.transactionPrecision, isRight);
      if (!isRight) result.misses.push(`${about}: ${text} is no income`);
    }
  for (const { id, stream } of income) {
    count(result.transactionRecall, foundIds.has(id));
    if (!foundIds.has(id)) result.misses.push(`${about}: a payment of ${stream.id} is missing`);
  }
  // A stream is right if its payments are exactly those of a true stream.
  const isWhole = (stream: IncomeStream): boolean => {
    const ids = new Set(stream.payments.map(({ id }) => streamById.get(id)?.id));
    const [id] = ids;
    return (
      ids.size === 1 && id !== undefined && trueStreams.get(id)?.length === stream.payments.length
    );
  };
  const whole = streams.filter(isWhole);
  for (const stream of streams) {
    count(result.streamPrecision, isWhole(stream));
    if (!isWhole(stream)) result.misses.push(`${about}: ${stream.key} is no true stream`);
  }
  const rightIds = new Set(whole.map(({ payments }) => streamById.get(payments[0]?.id ?? "")?.id));
  for (const id of trueStreams.keys()) count(result.streamRecall, rightIds.has(id));
  for (const stream of whole) {
    const truth = streamById.get(stream.payments[0]?.id ?? "");
    count(result.categories, stream.category === truth?.category);
    if (stream.category !== truth?.category)
      result.misses.push(`${about}: ${stream.key} is ${truth?.category}`);
    if (stream.cycle.frequency === "UNKNOWN") continue;
    count(result.cycles, stream.cycle.frequency === truth?.frequency);
    if (stream.cycle.frequency !== truth?.frequency)
      result.misses.push(`${about}: ${stream.key} is not ${stream.cycle.frequency}`);
  }
}

function count(share: Share, isRight: boolean): void {
  share.all++;
  if (isRight) share.right++;
}

/** A share as a percentage with two decimals, never rounded up. */
export const percent = ({ right, all }: Share): string =>
  `${(Math.floor((right * 10_000) / Math.max(1, all)) / 100).toFixed(2)} %`;
