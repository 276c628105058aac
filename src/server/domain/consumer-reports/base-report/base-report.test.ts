import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Owner } from "../../../../protocol/account.ts";
import { BaseReport } from "../../../../protocol/reports/base-report.ts";
import { countTurns } from "../../../../testing/count-turns.ts";
import { ownershipType } from "../../asset-reports/ownership-type.ts";
import { dayAt, toDate, toDay } from "../../calendar.ts";
import { toAccount, transaction } from "../income/transactions.fixture.ts";
import type { LinkedItem } from "../linked-item.ts";
import { sandboxItem } from "../sandbox-items.fixture.ts";
import { accountInsights, flowsOf } from "./flows.ts";
import { balanceAverages, makeBaseReport } from "./make-base-report.ts";

const NOW = Date.UTC(2026, 4, 20, 12);
const toReport = (items: LinkedItem[], daysRequested: number) =>
  makeBaseReport(items, {
    reportId: "bf3a0490-344c-4620-a219-2693162e4b1d",
    clientReportId: "loan-1",
    daysRequested,
    now: NOW,
  });

const flow = (amount: number, date: string, iso_currency_code = "USD") => ({
  amount,
  date,
  iso_currency_code,
  unofficial_currency_code: null,
});
const usd = (amount: number) => ({
  amount,
  iso_currency_code: "USD",
  unofficial_currency_code: null,
});

describe("a Base Report", () => {
  test("the base report of every test user has the documented shape", async () => {
    for (const username of ["user_good", "user_small_business", "user_yuppie", "user_ewa_user"]) {
      const { item } = await sandboxItem({ username, now: NOW, days: 200 });
      const report = await toReport([item], 180);
      expect(BaseReport.parse(report)).toEqual(report);
      for (const account of report.items.flatMap(({ accounts }) => accounts)) {
        expect(account.historical_balances.length).toBe(180);
        for (const { date } of account.transactions)
          expect(dayAt(NOW) - toDay(date)).toBeLessThan(180);
      }
    }
  });

  test("a Base Report has the flows of its depository accounts in its own attributes", async () => {
    const { item } = await sandboxItem({ username: "user_good", now: NOW, days: 100 });
    const report = await toReport([item], 90);
    const accounts = report.items.flatMap(({ accounts }) => accounts);
    const sum = accounts
      .filter(({ type }) => type === "depository")
      .reduce((all, { attributes }) => all + attributes.total_inflow_amount.amount, 0);
    expect(report.attributes.total_inflow_amount).toEqual(usd(Math.round(sum * 100) / 100));
    expect(report.attributes.total_inflow_amount_90d).toEqual(
      report.attributes.total_inflow_amount,
    );
  });

  test("a Base Report has the cash flow of its depository accounts, with the balances of its history", async () => {
    const { item } = await sandboxItem({ username: "user_good", now: NOW, days: 100 });
    const { items, cash_flow } = await toReport([item], 90);
    const accounts = items
      .flatMap((each) => each.accounts)
      .filter(({ type }) => type === "depository");
    expect(accounts.length).toBeGreaterThan(1);
    expect(cash_flow.accounts.map(({ account_ids }) => account_ids)).toEqual(
      accounts.map(({ account_id }) => [account_id]),
    );
    expect(cash_flow.totals.map(({ account_ids }) => account_ids)).toEqual([
      accounts.map(({ account_id }) => account_id).toSorted(),
    ]);
    for (const [at, { historical_balances }] of accounts.entries()) {
      const { all_days } = cash_flow.accounts[at] ?? {};
      const currents = historical_balances.map(({ current }) => current);
      expect(all_days).toMatchObject({ days: 90, lowest_balance: Math.min(...currents) });
    }
    expect(cash_flow.totals[0]?.loan_payments.length).toBeGreaterThan(0);
    expect(cash_flow.totals[0]?.regular_bills.length).toBeGreaterThan(0);
  });

  test("the base report of an account without transactions has no average and no days", async () => {
    const balances = { available: 5, current: 5, limit: null, ...usd(0) };
    const { amount: _, ...rest } = balances;
    const account = {
      account_id: "a",
      balances: rest,
      mask: null,
      name: "Empty",
      official_name: null,
      type: "depository",
      subtype: "checking",
    } as const;
    const item = { itemId: "i", institutionId: "ins_1", institutionName: "One", updatedAt: NOW };
    const accounts = [{ account, owners: [], transactions: [] }];
    const report = await toReport([{ ...item, accounts }], 30);
    expect(BaseReport.parse(report)).toEqual(report);
    expect(report.items[0]?.accounts[0]).toMatchObject({
      days_available: 0,
      metadata: { start_date: null, end_date: null },
      ownership_type: null,
      balances: { current: 5, average_balance: null, average_monthly_balances: [] },
    });
  });
});

test("the event loop gets turns while a base report is made of thousands of transactions", async () => {
  const transactions = Array.from({ length: 8000 }, (_, at) =>
    transaction(`SHOP ${at}`, at % 2 ? -9 : 9, dayAt(NOW) - (at % 300)),
  );
  const item = { itemId: "i", institutionId: "ins_1", institutionName: "One", updatedAt: NOW };
  const accounts = [toAccount(transactions)];
  const turnsOf = (days: number) => countTurns(() => toReport([{ ...item, accounts }], days));
  expect((await turnsOf(365)) - (await turnsOf(1))).toBeGreaterThan(60);
});

test("balances are averaged over the last days and by calendar month", () => {
  const history = Array.from({ length: 40 }, (_, back) => ({
    date: toDate(toDay("2026-03-10") - back),
    current: back < 30 ? 100 : 40,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
  }));
  expect(balanceAverages(history)).toEqual({
    average_balance: 85,
    minimum_balance: 40,
    most_recent_thirty_day_average_balance: 100,
    most_recent_sixty_day_average_balance: 85,
    most_recent_ninety_day_average_balance: 85,
    average_monthly_balances: [
      {
        start_date: "2026-01-30",
        end_date: "2026-01-31",
        average_balance: usd(40),
        minimum_balance: usd(40),
      },
      {
        start_date: "2026-02-01",
        end_date: "2026-02-28",
        average_balance: usd(82.86),
        minimum_balance: usd(40),
      },
      {
        start_date: "2026-03-01",
        end_date: "2026-03-10",
        average_balance: usd(100),
        minimum_balance: usd(100),
      },
    ],
  });
});

test("flows are summed by currency, in all and in the last 30, 60 and 90 days", () => {
  const flows = [
    flow(-10.1, "2026-03-10"),
    flow(-20.2, "2026-02-09"),
    flow(-7, "2026-02-08", "EUR"),
    flow(3, "2025-12-11"),
    flow(4, "2025-12-10"),
  ];
  expect(flowsOf(flows, "2026-03-10")).toMatchObject({
    total_inflow_amount: [{ amount: 7, iso_currency_code: "EUR" }, usd(30.3)],
    total_inflow_amount_30d: [usd(30.3)],
    total_inflow_amount_60d: [{ amount: 7, iso_currency_code: "EUR" }, usd(30.3)],
    total_outflow_amount: [usd(7)],
    total_outflow_amount_60d: [],
    total_outflow_amount_90d: [usd(3)],
  });
});

test("an account's insights count days, gaps and flows by month", () => {
  const flows = [
    flow(-10, "2026-02-27"),
    flow(4, "2026-02-27"),
    flow(5, "2026-03-01"),
    flow(6, "2026-03-05"),
  ];
  expect(accountInsights(flows, { from: "2026-02-27", to: "2026-03-10" })).toEqual({
    oldest_transaction_date: "2026-02-27",
    most_recent_transaction_date: "2026-03-05",
    days_available: 12,
    average_days_between_transactions: 3,
    longest_gaps_between_transactions: [
      { start_date: "2026-03-01", end_date: "2026-03-05", days: 4 },
      { start_date: "2026-02-27", end_date: "2026-03-01", days: 2 },
    ],
    number_of_days_no_transactions: 9,
    number_of_inflows: [
      { start_date: "2026-02-27", end_date: "2026-02-28", count: 1 },
      { start_date: "2026-03-01", end_date: "2026-03-10", count: 0 },
    ],
    average_inflow_amounts: [
      {
        start_date: "2026-02-27",
        end_date: "2026-02-28",
        total_amount: usd(10),
        average_amount: usd(10),
      },
      {
        start_date: "2026-03-01",
        end_date: "2026-03-10",
        total_amount: usd(0),
        average_amount: usd(0),
      },
    ],
    number_of_outflows: [
      { start_date: "2026-02-27", end_date: "2026-02-28", count: 1 },
      { start_date: "2026-03-01", end_date: "2026-03-10", count: 2 },
    ],
    average_outflow_amounts: [
      {
        start_date: "2026-02-27",
        end_date: "2026-02-28",
        total_amount: usd(4),
        average_amount: usd(4),
      },
      {
        start_date: "2026-03-01",
        end_date: "2026-03-10",
        total_amount: usd(11),
        average_amount: usd(5.5),
      },
    ],
  });
});

test("the flows of a month add up to those of the period", () => {
  const anyFlow = fc
    .tuple(fc.integer({ min: -90_000, max: 90_000 }), fc.integer({ min: 0, max: 400 }))
    .map(([cents, back]) => flow(cents / 100, toDate(dayAt(NOW) - back)));
  const period = { from: toDate(dayAt(NOW) - 400), to: toDate(dayAt(NOW)) };
  fc.assert(
    fc.property(fc.array(anyFlow), (flows) => {
      const insights = accountInsights(flows, period);
      const sum = insights.average_inflow_amounts.reduce(
        (all, month) => all + month.total_amount.amount,
        0,
      );
      const total = flowsOf(flows, period.to).total_inflow_amount[0]?.amount ?? 0;
      expect(Math.round(sum * 100)).toBe(Math.round(total * 100));
      const count = [...insights.number_of_inflows, ...insights.number_of_outflows].reduce(
        (all, month) => all + month.count,
        0,
      );
      expect(count).toBe(flows.filter(({ amount }) => amount !== 0).length);
    }),
  );
});

test("the ownership type is read from the owners' names", () => {
  const listOwners = (...names: string[][]): Pick<Owner, "names">[] =>
    names.map((each) => ({ names: each }));
  expect(ownershipType([])).toBeNull();
  expect(ownershipType(listOwners([]))).toBeNull();
  expect(ownershipType(listOwners(["Ann Example"]))).toBe("individual");
  expect(ownershipType(listOwners(["Ann Example"], ["Ann Example"]))).toBe("individual");
  expect(ownershipType(listOwners(["Ann Example"], ["Ben Example"]))).toBe("joint");
  expect(ownershipType(listOwners(["Example Carpets LLC"]))).toBe("association");
  expect(ownershipType(listOwners(["Example Family Trust"]))).toBe("trust");
});

test("fees for a lack of money are counted up to the day of the report", async () => {
  const { item } = await sandboxItem({ username: "user_good", now: NOW, days: 200 });
  const feeAgo = (days: number, name: string) => {
    const [account] = item.accounts;
    const [transaction] = account?.transactions ?? [];
    if (!account || !transaction) throw new Error("there are transactions");
    const fee = { name, original_description: name, category_id: "10001000", amount: 35 };
    return { ...transaction, ...fee, date: toDate(dayAt(NOW) - days), pending: false };
  };
  const fees = [feeAgo(29, "NSF fee"), feeAgo(30, "Overdraft fee"), feeAgo(89, "NSF fee")];
  const others = [feeAgo(120, "Overdraft fee"), feeAgo(3, "Cash machine fee")];
  const accounts = item.accounts.map((account, at) => ({
    ...account,
    transactions: at === 0 ? [...account.transactions, ...fees, ...others] : account.transactions,
  }));
  const counts = {
    nsf_overdraft_transactions_count: 4,
    nsf_overdraft_transactions_count_30d: 1,
    nsf_overdraft_transactions_count_60d: 2,
    nsf_overdraft_transactions_count_90d: 3,
  };
  const report = await toReport([{ ...item, accounts }], 180);
  expect(report.attributes).toMatchObject(counts);
  const [first, second] = report.items[0]?.accounts ?? [];
  expect(first?.attributes).toMatchObject(counts);
  expect(second?.attributes).toMatchObject({ nsf_overdraft_transactions_count: 0 });
});
