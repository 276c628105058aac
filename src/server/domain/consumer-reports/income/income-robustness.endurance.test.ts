import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IncomeInsights } from "../../../../protocol/reports/income-insights.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { anyText } from "../../../../testing/any-text.ts";
import { samples } from "../../../../testing/property-samples.ts";
import type { LinkedItem } from "../linked-item.ts";
import { sandboxItem } from "../sandbox-items.fixture.ts";
import { every, insightsOf, NOW, sourcesIn, TODAY, toItem } from "./income-insights.fixture.ts";
import { toAccount, transaction } from "./transactions.fixture.ts";

describe("the same income is found", () => {
  const anyPeople = fc.constantFrom("user_good", "user_yuppie", "user_ewa_user");
  const fetchTransactions = async (username: string) =>
    (await sandboxItem({ username, now: NOW, days: 300 })).item;
  const map = (item: LinkedItem, change: (list: readonly Transaction[]) => Transaction[]) => ({
    ...item,
    accounts: item.accounts.map((account) => ({
      ...account,
      transactions: change(account.transactions),
    })),
  });

  test("income insights are the same for any order of transactions and accounts", async () => {
    await fc.assert(
      fc.asyncProperty(anyPeople, fc.integer(), async (username, seed) => {
        const item = await fetchTransactions(username);
        const shuffle = <T>(list: readonly T[]) =>
          list
            .map((entry, at) => ({ entry, rank: Math.sin(seed + at * 7919) }))
            .toSorted((a, b) => a.rank - b.rank)
            .map(({ entry }) => entry);
        const permutation = {
          ...map(item, shuffle),
          accounts: shuffle(map(item, shuffle).accounts),
        };
        const sources = async (each: LinkedItem) =>
          (await insightsOf([each])).items.flatMap(
            ({ bank_income_sources }) => bank_income_sources,
          );
        expect(await sources(permutation)).toEqual(await sources(item));
      }),
      { numRuns: samples(12) },
    );
  });

  test("income insights at another scale have scaled amounts", async () => {
    await fc.assert(
      fc.asyncProperty(anyPeople, fc.integer({ min: 2, max: 40 }), async (username, factor) => {
        const item = await fetchTransactions(username);
        const atScale = map(item, (list) =>
          list.map((transaction) => ({
            ...transaction,
            amount: Math.round(transaction.amount * 100 * factor) / 100,
          })),
        );
        const view = async (items: LinkedItem[], by: number) =>
          (await insightsOf(items)).items.flatMap((item) =>
            item.bank_income_sources.map((source) => [
              source.pay_frequency,
              source.transaction_count,
              Math.round(source.total_amount * 100 * by),
            ]),
          );
        expect(await view([atScale], 1)).toEqual(await view([item], factor));
      }),
      { numRuns: samples(12) },
    );
  });

  test("next to unrelated spending", async () => {
    const spending = fc.array(
      fc.tuple(fc.string(), fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 0, max: 290 })),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(anyPeople, spending, async (username, amounts) => {
        const item = await fetchTransactions(username);
        const [account, ...others] = item.accounts;
        if (!account) throw new Error("there are accounts");
        const more = amounts.map(([name, cents, back]) =>
          transaction(`shop ${name}`, cents / 100, TODAY - back, {
            account_id: account.account.account_id,
          }),
        );
        const busy = { ...account, transactions: [...account.transactions, ...more] };
        expect(await insightsOf([{ ...item, accounts: [busy, ...others] }])).toEqual(
          await insightsOf([item]),
        );
      }),
      { numRuns: samples(20) },
    );
  });

  test("whole weeks later, for weekly and biweekly pay", async () => {
    const weeks = fc.integer({ min: 1, max: 30 });
    await fc.assert(
      fc.asyncProperty(weeks, fc.constantFrom(7, 14), async (shift, step) => {
        const pay = (later: number) =>
          every(step, 12, (day) => transaction("IRONLEAF PAYROLL", -900, day - later));
        const cycle = async (later: number) =>
          (await sourcesIn(toAccount(pay(later)))).map((source) => [
            source.pay_frequency,
            source.transaction_count,
            source.confidence,
          ]);
        expect(await cycle(shift * 7)).toEqual(await cycle(0));
      }),
    );
  });
});

/** A word per number. No word begins as another word ends. */
const names = (at: number) =>
  [...String(at).padStart(4, "0")].map((digit) => "abcdefghij"[Number(digit)]?.repeat(2)).join("");

describe("hostile data", () => {
  test("nothing, one transaction, and all of one day are read without an error", async () => {
    expect(await insightsOf([])).toMatchObject({ items: [], income_streams: [] });
    expect((await insightsOf([])).bank_income_summary).not.toHaveProperty("start_date");
    expect(await sourcesIn(toAccount([]))).toEqual([]);
    expect(await sourcesIn(toAccount([transaction("", -5, TODAY)]))).toEqual([]);
    const sameDay = Array.from({ length: 500 }, (_, at) => transaction(`PAYROLL ${at}`, -9, TODAY));
    expect(await sourcesIn(toAccount(sameDay))).toMatchObject([
      { transaction_count: 500, pay_frequency: "UNKNOWN" },
    ]);
  });

  test("50,000 transactions of 5,000 payers are read, and each payment is in one source", async () => {
    const many = Array.from({ length: 50_000 }, (_, at) =>
      transaction(`PAYER ${names(at % 5000)} PAYROLL`, -100 - (at % 7), TODAY - ((at * 13) % 730)),
    );
    const sources = await sourcesIn(toAccount(many));
    expect(sources).toHaveLength(5000);
    const count = sources.reduce((sum, source) => sum + source.transaction_count, 0);
    expect(count).toBe(50_000);
  });

  test("any names and amounts make a report of the documented shape", async () => {
    const anyTransaction = fc
      .record({
        name: fc.oneof(fc.string(), anyText(), fc.constantFrom("", "💸", "ßÆ")),
        cents: fc.integer({ min: -10_000_000, max: 10_000_000 }),
        back: fc.nat(720),
        category_id: fc.constantFrom(null, "16001001", "24003000", "24004000", "99"),
      })
      .map(({ name, cents, back, category_id }) =>
        transaction(name, cents / 100, TODAY - back, { category_id }),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransaction, { maxLength: 80 }), async (transactions) => {
        const insights = await insightsOf([
          toItem([toAccount(transactions, { names: ["", "Ω"] })]),
        ]);
        expect(IncomeInsights.parse(insights)).toEqual(insights);
        const ids = insights.items.flatMap((item) =>
          item.bank_income_sources.flatMap((source) =>
            source.transactions.map((transaction) => transaction.transaction_id),
          ),
        );
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
