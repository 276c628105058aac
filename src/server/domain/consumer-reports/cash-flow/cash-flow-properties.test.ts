import fc from "fast-check";
import { expect, test } from "vitest";
import { CashFlow } from "../../../../protocol/reports/cash-flow.ts";
import { toDate, toDay } from "../../calendar.ts";
import { account, PERIOD, transaction } from "./cash-flow.fixture.ts";
import { makeCashFlow } from "./cash-flow.ts";

const TO = toDay(PERIOD.to);
const cents = fc.integer({ min: -900_000, max: 900_000 }).map((whole) => whole / 100);
const movement = fc.record({
  day: fc.integer({ min: TO - 100, max: TO + 3 }),
  amount: cents,
  pending: fc.boolean(),
  name: fc.constantFrom("Overdraft fee", "NSF fee", "Harbor Loans", "Payroll", "Corner Shop"),
  category: fc.constantFrom("10002000", "10001000", "18002000", "16001001", "24001000", null),
});
const accounts = fc
  .array(fc.tuple(fc.option(cents), fc.array(movement, { maxLength: 25 })), { maxLength: 4 })
  .map((samples) =>
    samples.map(([current, movements], at) =>
      account(
        current,
        movements.map(({ day, amount, pending, name, category }) =>
          transaction(toDate(day), amount, name, category, { account_id: `a${at}`, pending }),
        ),
        `a${at}`,
      ),
    ),
  );
const WINDOWS = ["last_30_days", "last_60_days", "last_90_days", "all_days"] as const;
const total = (values: number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0);

test("the accounts add up to the totals, the months to the whole, and every number is one", async () => {
  await fc.assert(
    fc.asyncProperty(accounts, async (samples) => {
      const flow = await makeCashFlow(samples, PERIOD);
      // The schema refuses NaN and infinity.
      expect(CashFlow.parse(flow)).toEqual(flow);
      const [sum] = flow.totals;
      expect(sum === undefined).toBe(flow.accounts.length === 0);
      if (!sum) return;
      for (const name of WINDOWS) {
        const parts = flow.accounts.map((account) => account[name]);
        for (const field of [
          "total_inflow",
          "total_outflow",
          "net_cash_flow",
          "inflow_count",
          "outflow_count",
          "nsf_fee_count",
          "overdraft_fee_count",
        ] as const)
          expect(total(parts.map((part) => part[field]))).toBe(total([sum[name][field]]));
        const negative = parts.map(({ negative_balance_days }) => negative_balance_days ?? 0);
        const days = sum[name].negative_balance_days ?? 0;
        expect(days).toBeGreaterThanOrEqual(Math.max(...negative));
        expect(days).toBeLessThanOrEqual(negative.reduce((a, b) => a + b, 0));
        expect(days).toBeLessThanOrEqual(sum[name].days);
        const { lowest_balance, average_balance } = sum[name];
        if (lowest_balance !== null)
          expect(lowest_balance).toBeLessThanOrEqual((average_balance ?? 0) + 0.01);
      }
      for (const field of ["total_inflow", "total_outflow", "net_cash_flow"] as const)
        expect(total(sum.months.map((month) => month[field]))).toBe(total([sum.all_days[field]]));
      expect(sum.months.reduce((days, month) => days + month.days, 0)).toBe(sum.all_days.days);
      expect(sum.large_deposits).toHaveLength(
        flow.accounts.reduce((all, account) => all + account.large_deposits.length, 0),
      );
      expect(total(sum.loan_payments.map(({ total_amount }) => total_amount))).toBe(
        total(
          flow.accounts.flatMap((account) =>
            account.loan_payments.map((loan) => loan.total_amount),
          ),
        ),
      );
      expect(sum.regular_bills).toEqual(flow.accounts.flatMap((account) => account.regular_bills));
    }),
  );
});

test("the order of accounts and transactions makes no difference", async () => {
  await fc.assert(
    fc.asyncProperty(accounts, fc.nat(), async (samples, seed) => {
      const permutation = samples
        .map((sample) => ({
          ...sample,
          transactions: sample.transactions.toSorted(
            (a, b) => rank(a.transaction_id, seed) - rank(b.transaction_id, seed),
          ),
        }))
        .toReversed();
      const { accounts: parts, totals } = await makeCashFlow(permutation, PERIOD);
      const straight = await makeCashFlow(samples, PERIOD);
      expect(totals).toEqual(straight.totals);
      expect(parts.toReversed()).toEqual(straight.accounts);
    }),
  );
});

const rank = (text: string, seed: number): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) * (seed % 97)) % 1009, 7);
