import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { countTurns } from "../../../testing/count-turns.ts";
import { sampleTransaction } from "../../../testing/store-contract/samples.ts";
import { toDate } from "../calendar.ts";
import { incomeOf } from "./income.ts";

const NOW = Date.UTC(2026, 0, 15);
const TODAY = NOW / 86_400_000;

const paid = (payer: string, day: number, at: number): Transaction => ({
  ...sampleTransaction(String(at)),
  ...{ name: payer, amount: -100, pending: false, category_id: "16001000", date: toDate(day) },
});

async function* inOnePage(transactions: readonly Transaction[]) {
  yield transactions.map((transaction) => ({ transaction }));
}

test("streams overlap on the days from the first payment of one to the last of another", async () => {
  const periods = [
    [0, 60],
    [30, 90],
    [60, 120],
    [91, 100],
    [200, 230],
  ] as const;
  const transactions = periods.flatMap(([from, to], at) =>
    [from, (from + to) / 2, to].map((day, place) =>
      paid(`Payer ${at}`, TODAY - 300 + Math.floor(day), at * 3 + place),
    ),
  );
  const income = await incomeOf(inOnePage(transactions), NOW);
  expect(income).toMatchObject({
    number_of_income_streams: 5,
    max_number_of_overlapping_income_streams: 3,
  });
});

test("four times as many payers take four times the turns", async () => {
  const turnsOf = (count: number) => {
    const transactions = Array.from({ length: count * 3 }, (_, at) =>
      paid(`Payer ${at % count}`, TODAY - 1 - Math.floor(at / count) * 30, at),
    );
    return countTurns(() => incomeOf(inOnePage(transactions), NOW));
  };
  const few = await turnsOf(2000);
  expect(few).toBeGreaterThan(5);
  expect((await turnsOf(8000)) / few).toBeLessThan(6);
});

const every = (days: number, count: number) =>
  Array.from({ length: count }, (_, at) => TODAY - 2 - days * (count - 1 - at));

const row = (at: number, changes: Partial<Transaction>): Transaction => ({
  ...paid("Acme Payroll", TODAY, at),
  payment_meta: { ...sampleTransaction("1").payment_meta, payer: "Acme" },
  ...changes,
});

test("a wage that is taken back and paid again counts once", async () => {
  const wages = every(14, 8).map((day, at) => row(at, { date: toDate(day), amount: -2000 }));
  const whole = await incomeOf(inOnePage(wages), NOW);
  const day = TODAY - 2 - 14 * 3;
  const again = [
    row(20, {
      name: "ACME PAYROLL REVERSAL",
      category_id: null,
      date: toDate(day + 1),
      amount: 2000,
    }),
    row(21, { date: toDate(day + 2), amount: -2000 }),
  ];
  const { last_year_income, income_streams } = await incomeOf(inOnePage([...wages, ...again]), NOW);
  expect(last_year_income).toBe(whole.last_year_income);
  expect(income_streams[0]?.confidence).toBeGreaterThan(0.9);
});

test("a wage that is split over two accounts is as regular as one that is not", async () => {
  const split = every(14, 12).flatMap((day, at) => [
    row(2 * at, { account_id: "checking", date: toDate(day), amount: -1800 }),
    row(2 * at + 1, { account_id: "savings", date: toDate(day), amount: -200 }),
  ]);
  const { income_streams } = await incomeOf(inOnePage(split), NOW);
  expect(income_streams).toMatchObject([{ name: "Acme", confidence: 1 }]);
  expect(income_streams[0]?.monthly_income).toBeCloseTo((2000 / 14) * 30.4375, 0);
});
