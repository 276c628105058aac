import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { countTurns } from "../../../testing/count-turns.ts";
import { sampleTransaction } from "../../../testing/store-contract/samples.ts";
import { dateOf } from "../calendar.ts";
import { incomeOf } from "./income.ts";

const NOW = Date.UTC(2026, 0, 15);
const TODAY = NOW / 86_400_000;

const paid = (payer: string, day: number, at: number): Transaction => ({
  ...sampleTransaction(String(at)),
  ...{ name: payer, amount: -100, pending: false, category_id: "16001000", date: dateOf(day) },
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
