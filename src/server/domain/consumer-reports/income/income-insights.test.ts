import { describe, expect, test } from "vitest";
import { IncomeInsights } from "../../../../protocol/reports/income-insights.ts";
import { countTurns } from "../../../../testing/count-turns.ts";
import { toDate, toDay } from "../../calendar.ts";
import { sandboxItem } from "../sandbox-items.fixture.ts";
import {
  every,
  insightsOf,
  NOW,
  sourcesIn,
  TODAY,
  toItem,
  wages,
} from "./income-insights.fixture.ts";
import { toAccount, transaction } from "./transactions.fixture.ts";

describe("income insights", () => {
  test("the income insights of every test user have the documented shape", async () => {
    for (const username of ["user_good", "user_small_business", "user_yuppie", "user_ewa_user"]) {
      const { item } = await sandboxItem({ username, now: NOW });
      const insights = await insightsOf([item], 365);
      expect(IncomeInsights.parse(insights)).toEqual(insights);
      expect(insights.bank_income_summary.income_sources_count).toBeGreaterThan(0);
    }
  });

  test("a salary is found with its payer, cycle, next payday and forecast", async () => {
    expect(await sourcesIn(toAccount(wages()))).toMatchObject([
      {
        income_provider: { name: "Ironleaf Logistics", is_normalized: true },
        income_category: "SALARY",
        pay_frequency: "BIWEEKLY",
        status: "ACTIVE",
        transaction_count: 20,
        next_payment_date: toDate(TODAY + 9),
        next_payment_amount: 1500,
        forecasted_average_monthly_income: 3261.16,
      },
    ]);
  });

  test("one payer is one source, with any references in its descriptions", async () => {
    const names = [
      "IRONLEAF LOGISTICS PAYROLL 260103",
      "IRONLEAF LOGISTICS INC. DES:PAYROLL ID:X8841 INDN:EXAMPLE ANN CO ID:1234567 PPD",
      "ACH CREDIT IRONLEAF LOGISTICS DIR DEP 00817",
      "Direct Deposit Ironleaf Logistics LLC ANN EXAMPLE",
    ];
    const transactions = every(7, 40, (day, at) => transaction(names[at % 4] ?? "", -400, day));
    expect(await sourcesIn(toAccount(transactions))).toMatchObject([
      { transaction_count: 40, pay_frequency: "WEEKLY" },
    ]);
  });

  test("a payer's name that is cut off is the same payer, and a longer name is another", async () => {
    const cut = every(7, 30, (day, at) =>
      transaction(at % 2 ? "IRONLEAF LOGISTICS PAYROLL" : "PAYROLL IRONLEAF LOGIST", -500, day),
    );
    expect(await sourcesIn(toAccount(cut))).toMatchObject([{ transaction_count: 30 }]);
    const two = [
      ...wages("IRONLEAF LOGISTICS PAYROLL"),
      ...wages("IRONLEAF LOGISTICS EAST PAYROLL"),
    ];
    expect(await sourcesIn(toAccount(two))).toHaveLength(2);
  });

  test("two jobs with one cycle, and two people with one employer, are two sources", async () => {
    const jobs = [...wages("IRONLEAF PAYROLL"), ...wages("TANGLEWOOD PAYROLL", 90_000)];
    expect(await sourcesIn(toAccount(jobs))).toHaveLength(2);
    const couple = [
      ...wages("IRONLEAF PAYROLL ANN EXAMPLE"),
      ...wages("IRONLEAF PAYROLL BEN EXAMPLE", 170_000),
    ];
    const names = ["Ann Example", "Ben Example"];
    expect(await sourcesIn(toAccount(couple, { names }))).toMatchObject([
      { total_amount: 34_000, pay_frequency: "BIWEEKLY" },
      { total_amount: 30_000, pay_frequency: "BIWEEKLY" },
    ]);
  });

  test("after a change of employer the former source is inactive, and forecasts nothing", async () => {
    const before = every(14, 10, (day) => transaction("IRONLEAF PAYROLL", -1000, day - 150));
    const after = every(14, 9, (day) => transaction("TANGLEWOOD PAYROLL", -1200, day));
    expect(await sourcesIn(toAccount([...before, ...after]))).toMatchObject([
      { status: "ACTIVE", forecasted_average_monthly_income: 2608.93 },
      { status: "INACTIVE", next_payment_date: null, forecasted_average_monthly_income: 0 },
    ]);
  });

  test("the next amount follows a rise in pay, and leaves out bonuses", async () => {
    const pay = every(14, 20, (day, at) =>
      transaction("IRONLEAF PAYROLL", at < 6 ? -1100 : -1000, day),
    );
    const bonus = transaction("IRONLEAF PAYROLL", -4000, TODAY - 40);
    expect(await sourcesIn(toAccount([...pay, bonus]))).toMatchObject([
      {
        bonus_count: 1,
        next_payment_amount: 1100,
        pay_frequency: "BIWEEKLY",
        average_amount: 1030,
      },
    ]);
  });

  test("wages that are moved on to another own account count once", async () => {
    for (const name of ["ONLINE TRANSFER FROM CHK 6083", "ACH CREDIT ANN EXAMPLE", "DEPOSIT"]) {
      const withdrawals = wages().map(({ date }) =>
        transaction("WITHDRAWAL", 1500, toDay(date) + 1),
      );
      const deposits = wages().map(({ date }) => transaction(name, -1500, toDay(date) + 2));
      const checking = toAccount([...wages(), ...withdrawals]);
      expect(await sourcesIn(checking, toAccount(deposits, { id: "savings" }))).toMatchObject([
        { account_ids: ["checking"], total_amount: 30_000 },
      ]);
    }
  });

  test("an account that both of its owners have linked counts once", async () => {
    const one = toAccount(wages());
    const other = toAccount(
      wages().map((each) => ({ ...each, transaction_id: `other ${each.transaction_id}` })),
      { id: "the same" },
    );
    const insights = await insightsOf([toItem([one]), toItem([other], "other")]);
    expect(insights.bank_income_summary).toMatchObject({
      income_sources_count: 1,
      income_transactions_count: 20,
    });
  });

  test("a salary paid in two parts to two banks is one source", async () => {
    const part = toAccount(wages("IRONLEAF PAYROLL", 20_000), { id: "savings" });
    expect(await sourcesIn(toAccount(wages("IRONLEAF PAYROLL")), part)).toMatchObject([
      { account_ids: ["checking", "savings"], next_payment_amount: 1700, bonus_count: 0 },
    ]);
  });

  test("refunds, loans, advances, cash, transfers and presents are not income", async () => {
    const regularly = (name: string, more = {}) =>
      every(14, 12, (day) => transaction(name, -80, day, more));
    const noIncome = [
      ...regularly("THREADFINCH REFUND"),
      ...regularly("NORTHLAMP LOAN PROCEEDS"),
      ...regularly("EARLYPENNY ADVANCE"),
      ...regularly("CASH DEPOSIT"),
      ...regularly("TRANSFER FROM SAVINGS"),
      ...regularly("ZELLE FROM BEN"),
      ...regularly("Ben Friend", { category_id: "24003000" }),
      ...regularly("IRONLEAF EXPENSE REIMBURSEMENT"),
      ...regularly("Loom & Larch", { category_id: "22001000" }),
      ...regularly("PAYROLL REVERSAL"),
    ];
    expect(await sourcesIn(toAccount(noIncome))).toEqual([]);
  });

  test("refunds bigger than the purchases are not income", async () => {
    const purchases = every(14, 10, (day) => transaction("LOOM & LARCH", 20, day - 3));
    const refunds = every(14, 10, (day) => transaction("LOOM & LARCH", -90, day));
    expect(await sourcesIn(toAccount([...purchases, ...refunds]))).toEqual([]);
  });

  test("a regular payer without evidence is income with less confidence", async () => {
    const [silent] = await sourcesIn(toAccount(wages("BLUEGATE SOFTWARE 8842")));
    const [evident] = await sourcesIn(toAccount(wages("BLUEGATE SOFTWARE PAYROLL")));
    expect(silent).toMatchObject({ income_category: "SALARY", pay_frequency: "BIWEEKLY" });
    expect(silent?.confidence).toBeLessThan(evident?.confidence ?? 0);
  });

  test("each kind of income is recognized by its words", async () => {
    const kinds = {
      "STATE OF OREGON UI BENEFIT": "BENEFITS",
      "SSA TREAS 310 XXSOC SEC": "BENEFITS",
      "TEACHERS PENSION FUND": "RETIREMENT",
      "ROADLARK DRIVER PAYOUT": "GIG_ECONOMY",
      "INTEREST PAID": "BANK_INTEREST",
      "FROM NOA TIERNEY RENT": "RENTAL",
      "QUARRY LANE INVOICE 1204": "SELF_EMPLOYMENT",
    };
    for (const [name, category] of Object.entries(kinds))
      expect(await sourcesIn(toAccount([transaction(name, -70, TODAY - 9)]))).toMatchObject([
        { income_kind: category, pay_frequency: "UNKNOWN", status: "ACTIVE" },
      ]);
  });

  test("a source has a category that typed clients know, and its stream a finer one", async () => {
    const categories = {
      "STATE OF OREGON UI BENEFIT": ["UNEMPLOYMENT", "BENEFITS", "UNEMPLOYMENT"],
      "SSA TREAS 310 XXSOC SEC": ["BENEFIT_OTHER", "BENEFITS", "OTHER"],
      "ROADLARK DRIVER PAYOUT": ["GIG_ECONOMY", "EARNED_INCOME", "GIG_ECONOMY"],
      "QUARRY LANE INVOICE 1204": ["OTHER", "EARNED_INCOME", "SELF_EMPLOYED"],
    };
    for (const [name, [category, primary, secondary]] of Object.entries(categories)) {
      const insights = await insightsOf([toItem([toAccount([transaction(name, -70, TODAY - 9)])])]);
      expect(insights.items[0]?.bank_income_sources).toMatchObject([{ income_category: category }]);
      expect(insights.income_streams).toMatchObject([
        { insights: { income_category: { primary, secondary } } },
      ]);
    }
  });

  test("streams have the payments of their source, and say which are bonuses", async () => {
    const paydays = [140, 126, 112, 98, 84, 70, 56, 42, 28, 14, 0];
    const wages = paydays.map((ago) => transaction("IRONLEAF PAYROLL", -2000, TODAY - ago));
    const bonus = transaction("IRONLEAF PAYROLL BONUS", -9000, TODAY - 20);
    const { income_streams, user_summary, items } = await insightsOf([
      toItem([toAccount([...wages, bonus])]),
    ]);
    const [source] = items[0]?.bank_income_sources ?? [];
    expect(income_streams).toHaveLength(1);
    const [stream] = income_streams;
    expect(stream?.transactions).toHaveLength(12);
    expect(stream?.transactions.every(({ amount }) => amount < 0)).toBe(true);
    expect(stream?.transactions.filter(({ outlier }) => outlier.is_outlier)).toMatchObject([
      { amount: -9000, outlier: { amount: 7000 } },
    ]);
    expect(stream?.income_metrics).toEqual(user_summary.income_metrics[0]);
    const forecast = source?.forecasted_average_monthly_income ?? 0;
    expect(stream?.income_metrics.projected.monthly.net_income).toBe(forecast);
    const [interval] = source?.forecasted_average_monthly_income_prediction_intervals ?? [];
    expect(interval?.probability).toBe(0.8);
    expect(interval?.lower_bound).toBeGreaterThanOrEqual(4000);
    expect(interval?.upper_bound).toBeLessThanOrEqual(13_000);
  });

  test("the event loop gets turns while income is searched, of one account or of many", async () => {
    const payments = Array.from({ length: 5000 }, (_, at) =>
      transaction(`PAYROLL ${at % 7 ? "IRONLEAF" : `OF ${at}`}`, -9, TODAY - (at % 700)),
    );
    const one = [toAccount(payments)];
    const many = Array.from({ length: 100 }, (_, at) =>
      toAccount(payments.slice(at * 50, at * 50 + 50), { id: `account ${at}` }),
    );
    for (const accounts of [one, many])
      expect(await countTurns(() => insightsOf([toItem(accounts)]))).toBeGreaterThan(40);
  });
});
