import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { countTurns } from "../../../../testing/count-turns.ts";
import { sampleTransaction } from "../../../../testing/store-contract/samples.ts";
import { firstDayOf, lastDayOf, toDate, toDay, toMonth } from "../../calendar.ts";
import { recurringStreamsIn } from "./recurring-streams.ts";

const START = toDay("2025-01-06");

let count = 0;
const paid = (
  day: number,
  amount: number,
  merchant_name: string,
  more: Partial<Transaction> = {},
) => ({
  ...sampleTransaction(String(count++)),
  account_id: "account-1",
  date: toDate(day),
  amount,
  merchant_name,
  name: merchant_name,
  pending: false,
  ...more,
});

/** The same day of consecutive months. */
const monthly = (day: number, months: number): number[] =>
  Array.from({ length: months }, (_, at) => {
    const month = toMonth(START) + at;
    return Math.min(firstDayOf(month) + day - 1, lastDayOf(month));
  });

const every = (gap: number, times: number): number[] =>
  Array.from({ length: times }, (_, at) => START + at * gap);

describe("recurring streams", () => {
  test.each([
    ["WEEKLY", every(7, 8), 7],
    ["BIWEEKLY", every(14, 6), 14],
    ["MONTHLY", monthly(15, 6), 31],
    ["MONTHLY", every(28, 13), 28],
    ["UNKNOWN", every(60, 13), 60],
    ["UNKNOWN", every(61, 6), 61],
    ["UNKNOWN", every(91, 4), 91],
    ["UNKNOWN", every(182, 13), 182],
    ["UNKNOWN", monthly(15, 25).filter((_, at) => at % 6 === 0), 182],
    ["ANNUALLY", every(365, 2), 365],
  ] as const)(
    "a %s payment is a mature stream, with its next date",
    async (frequency, days, gap) => {
      const last = days.at(-1) ?? 0;
      const transactions = days.map((day) => paid(day, 15.49, "Streamly"));
      const { inflow, outflow } = await recurringStreamsIn(transactions, last + 1);
      expect(inflow).toEqual([]);
      expect(outflow).toMatchObject([
        {
          frequency,
          status: "MATURE",
          is_active: true,
          description: "Streamly",
          first_date: toDate(days[0] ?? 0),
          last_date: toDate(last),
          average_amount: { amount: 15.49, iso_currency_code: "USD" },
          transaction_ids: transactions.map(({ transaction_id }) => transaction_id),
        },
      ]);
      const predicted = toDay(outflow[0]?.predicted_next_date ?? "");
      expect(Math.abs(predicted - last - gap)).toBeLessThanOrEqual(3);
    },
  );

  test("a salary is an inflow, at the end of each month moved before weekends", async () => {
    const days = monthly(31, 8).map((day) => day - Math.max(0, ((day + 3) % 7) - 4));
    const { inflow, outflow } = await recurringStreamsIn(
      days.map((day) => paid(day, -2500, "Acme Payroll")),
      (days.at(-1) ?? 0) + 3,
    );
    expect(outflow).toEqual([]);
    expect(inflow).toMatchObject([{ frequency: "MONTHLY", last_amount: { amount: -2500 } }]);
  });

  test("a subscription next to purchases at the same merchant is a stream of its own", async () => {
    const subscription = monthly(3, 7).map((day) => paid(day, 14.99, "Jungle"));
    const purchases = [4, 11, 40, 45, 77, 120, 121, 160].map((offset, at) =>
      paid(START + offset, 23.7 * (at + 2) ** 1.5, "Jungle"),
    );
    const { outflow } = await recurringStreamsIn([...purchases, ...subscription], START + 190);
    expect(outflow.map(({ transaction_ids }) => transaction_ids)).toEqual([
      subscription.map(({ transaction_id }) => transaction_id),
    ]);
  });

  test("a price that rises keeps its stream, and the amounts say so", async () => {
    const days = monthly(10, 6);
    const { outflow } = await recurringStreamsIn(
      days.map((day, at) => paid(day, at < 4 ? 9.99 : 12.99, "Tunes")),
      (days.at(-1) ?? 0) + 2,
    );
    expect(outflow).toMatchObject([
      { average_amount: { amount: 10.99 }, last_amount: { amount: 12.99 } },
    ]);
  });

  test("two equal payments a month apart are detected early, and given up if no third one comes", async () => {
    const [first = 0, second = 0] = monthly(10, 2);
    const transactions = [first, second].map((day) => paid(day, 30, "Gym"));
    const at = async (day: number) => (await recurringStreamsIn(transactions, day)).outflow;
    expect(await at(second + 5)).toMatchObject([{ status: "EARLY_DETECTION", is_active: true }]);
    expect(await at(second + 60)).toMatchObject([
      { status: "TOMBSTONED", is_active: false, predicted_next_date: null },
    ]);
  });

  test("a mature stream whose payment is overdue is not active", async () => {
    const days = monthly(10, 6);
    const transactions = days.map((day) => paid(day, 30, "Gym"));
    const late = await recurringStreamsIn(transactions, (days.at(-1) ?? 0) + 45);
    expect(late.outflow).toMatchObject([
      { status: "MATURE", is_active: false, predicted_next_date: null },
    ]);
  });

  test.each([1, 3, 8])("a bill that is %i days overdue is expected today", async (late) => {
    const days = monthly(10, 6);
    const transactions = days.map((day) => paid(day, 30, "Gym"));
    const next = monthly(10, 7).at(-1) ?? 0;
    const { outflow } = await recurringStreamsIn(transactions, next + late);
    expect(outflow).toMatchObject([{ is_active: true, predicted_next_date: toDate(next + late) }]);
  });

  test("a stream keeps its id as payments are added", async () => {
    const transactions = monthly(10, 6).map((day) => paid(day, 30, "Gym"));
    const fetchId = async (length: number) => {
      const { outflow } = await recurringStreamsIn(transactions.slice(0, length), START + 90);
      return outflow[0]?.stream_id;
    };
    expect(await fetchId(2)).toBeDefined();
    expect(await fetchId(6)).toBe(await fetchId(2));
  });

  test("irregular purchases, single payments and pending ones are no streams", async () => {
    const irregular = [0, 3, 19, 21, 52, 58, 90, 97, 131].map((offset) =>
      paid(START + offset, 20, "Corner Shop"),
    );
    const pending = monthly(10, 6).map((day) => paid(day, 30, "Gym", { pending: true }));
    expect(
      await recurringStreamsIn([...irregular, ...pending, paid(START, 5, "Kiosk")], START + 170),
    ).toEqual({ inflow: [], outflow: [] });
  });

  test("streams and their transactions agree, whatever was paid", async () => {
    const anyTransaction = fc.record({
      gap: fc.constantFrom(0, 1, 7, 7, 14, 30, 31, 365),
      amount: fc.constantFrom(9.99, 10, 10.5, 99, -1200, -1200.5),
      merchant: fc.constantFrom("Gym", "Tunes 123", "Acme"),
      account: fc.constantFrom("account-1", "account-2"),
      currency: fc.constantFrom("USD", "EUR"),
      pending: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransaction, { maxLength: 60 }), async (rows) => {
        let day = START;
        const transactions = rows.map(({ gap, amount, merchant, account, currency, pending }) => {
          day += gap;
          return paid(day, amount, merchant, {
            account_id: account,
            iso_currency_code: currency,
            pending: pending && gap === 1,
          });
        });
        const { inflow, outflow } = await recurringStreamsIn(transactions, day);
        const ids = [...inflow, ...outflow].flatMap(({ transaction_ids }) => transaction_ids);
        expect(new Set(ids).size).toBe(ids.length);
        const byId = new Map(transactions.map((row) => [row.transaction_id, row]));
        for (const stream of [...inflow, ...outflow]) {
          const own = stream.transaction_ids.map((id) => byId.get(id));
          expect(own.length).toBeGreaterThanOrEqual(2);
          const dates = own.map((row) => row?.date ?? "");
          expect(dates).toEqual(dates.toSorted());
          expect([dates[0], dates.at(-1)]).toEqual([stream.first_date, stream.last_date]);
          expect(stream.last_amount.amount).toBe(own.at(-1)?.amount);
          const total = own.reduce((sum, row) => sum + (row?.amount ?? 0), 0);
          expect(stream.average_amount.amount).toBeCloseTo(total / own.length, 2);
          for (const row of own)
            expect(row).toMatchObject({
              account_id: stream.account_id,
              iso_currency_code: stream.last_amount.iso_currency_code,
              pending: false,
            });
          const isOutflow = outflow.includes(stream);
          expect(own.every((row) => (row?.amount ?? 0) > 0 === isOutflow)).toBe(true);
          if (stream.predicted_next_date)
            expect(stream.predicted_next_date > stream.last_date).toBe(true);
          expect(stream.predicted_next_date !== null).toBe(stream.is_active);
        }
      }),
    );
  });

  test("other work runs while the payments of hundreds of parties are examined", async () => {
    const transactions = monthly(10, 24).flatMap((day) =>
      Array.from({ length: 60 }, (_, at) =>
        paid(
          day,
          30,
          `Gym ${String.fromCharCode(97 + (at % 26))}${at < 26 ? "x" : at < 52 ? "y" : "z"}`,
        ),
      ),
    );
    const turns = await countTurns(async () => {
      const { outflow } = await recurringStreamsIn(transactions, transactions.length);
      expect(outflow).toHaveLength(60);
    });
    expect(turns).toBeGreaterThan(1);
  });

  test.each<[string, (at: number) => Transaction]>([
    ["equal", () => paid(20_000, 30, "Gym")],
    ["of one party on many days", (at) => paid(20_000 + (at % 700), 30 + at, "Gym")],
    ["of a party each", (at) => paid(20_000, 30, `Gym ${words(at)}`)],
  ])("four times as many transactions that are %s take four times the turns", async (_, make) => {
    const turnsOf = (count: number) => {
      const transactions = Array.from({ length: count }, (_, at) => make(at));
      return countTurns(() => recurringStreamsIn(transactions, 20_000));
    };
    const few = await turnsOf(4000);
    expect(few).toBeGreaterThan(10);
    expect((await turnsOf(16_000)) / few).toBeLessThan(5);
  });

  test("one party of very many transactions does not hide its subscription", async () => {
    const subscription = monthly(10, 12).map((day) => paid(day, 900, "Gym"));
    const visits = Array.from({ length: 3000 }, (_, at) => paid(START + (at % 300), 5, "Gym"));
    const { outflow } = await recurringStreamsIn([...visits, ...subscription], START + 340);
    expect(outflow).toMatchObject([{ frequency: "MONTHLY", average_amount: { amount: 900 } }]);
  });
});

/** A number in letters, since a number of three digits names no party. */
const words = (at: number): string =>
  String(at).replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));
