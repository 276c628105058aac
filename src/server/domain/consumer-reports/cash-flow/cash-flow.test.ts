import { expect, test } from "vitest";
import { countTurns } from "../../../../testing/count-turns.ts";
import { account, makeAttributes, PERIOD, transaction } from "./cash-flow.fixture.ts";
import { type AccountWithTransactions, makeCashFlow } from "./cash-flow.ts";

test("inflow, outflow and net are those of booked transactions, by window and by month", async () => {
  const attributes = await makeAttributes(1000, [
    transaction("2025-09-30", 999),
    transaction("2025-10-01", -100.1),
    transaction("2025-11-01", 40.2),
    transaction("2025-12-01", 7),
    transaction("2025-12-02", -2000.25, "Payroll", "16001001"),
    transaction("2025-12-31", 50),
    transaction("2025-12-31", 5000, "To the savings", "24001001"),
    transaction("2025-12-31", 70, "Not booked yet", null, { pending: true }),
  ]);
  expect(attributes.last_30_days).toMatchObject({
    days: 30,
    total_inflow: 2000.25,
    total_outflow: 50,
    net_cash_flow: 1950.25,
    inflow_count: 1,
    outflow_count: 1,
  });
  expect(attributes.last_60_days).toMatchObject({ days: 60, total_outflow: 57 });
  expect(attributes.last_90_days).toMatchObject({ days: 90, total_outflow: 97.2 });
  expect(attributes.all_days).toMatchObject({
    days: 92,
    total_inflow: 2100.35,
    total_outflow: 97.2,
    net_cash_flow: 2003.15,
  });
  expect(attributes.months).toEqual([
    { month: "2025-10-01", days: 31, total_inflow: 100.1, total_outflow: 0, net_cash_flow: 100.1 },
    { month: "2025-11-01", days: 30, total_inflow: 0, total_outflow: 40.2, net_cash_flow: -40.2 },
    {
      month: "2025-12-01",
      days: 31,
      total_inflow: 2000.25,
      total_outflow: 57,
      net_cash_flow: 1943.25,
    },
  ]);
});

test("balances are those at the end of each day", async () => {
  // 100 up to the 29th, -20 on the 30th, 80 on the 31st.
  const attributes = await makeAttributes(80, [
    transaction("2025-12-30", 120),
    transaction("2025-12-31", -100),
  ]);
  expect(attributes.last_30_days).toMatchObject({
    negative_balance_days: 1,
    lowest_balance: -20,
    average_balance: Math.round(((28 * 100 - 20 + 80) / 30) * 100) / 100,
  });
  expect(attributes.all_days).toMatchObject({ negative_balance_days: 1, lowest_balance: -20 });
});

test("an account without a balance has flows, and no balances", async () => {
  expect((await makeAttributes(null, [transaction("2025-12-30", 120)])).last_30_days).toMatchObject(
    {
      total_outflow: 120,
      negative_balance_days: null,
      lowest_balance: null,
      average_balance: null,
    },
  );
});

test("fees for an overdraft and for insufficient funds are counted apart; those paid back are not", async () => {
  const attributes = await makeAttributes(0, [
    transaction("2025-10-05", 35, "Overdraft fee", "10002000"),
    transaction("2025-12-14", 25, "NSF FEE 0042", "10001000"),
    transaction("2025-12-10", 30, "Charge", "10001000", {
      original_description: "RETURNED ITEM CHARGE",
    }),
    transaction("2025-12-15", 34, "OVERDRAFT CHARGE", "24004000"),
    transaction("2025-12-16", -34, "Overdraft fee refund", "10002000"),
    transaction("2025-12-17", 200, "Overdraft protection transfer", "24001000"),
    transaction("2025-12-18", 3, "Cash machine fee", "10003000"),
  ]);
  expect(attributes.last_30_days).toMatchObject({ nsf_fee_count: 2, overdraft_fee_count: 1 });
  expect(attributes.last_60_days).toMatchObject({ nsf_fee_count: 2, overdraft_fee_count: 1 });
  expect(attributes.all_days).toMatchObject({ nsf_fee_count: 2, overdraft_fee_count: 2 });
  expect(attributes.days_since_last_overdraft).toBe(16);
  expect((await makeAttributes(0, [])).days_since_last_overdraft).toBeNull();
});

test("a deposit above 5,000 is large, unless it comes from an own account", async () => {
  const { large_deposits } = await makeAttributes(0, [
    transaction("2025-12-01", -5000, "Just not large"),
    transaction("2025-12-02", -5000.01, "Sale of a car", "24003000"),
    transaction("2025-12-03", -9000, "From the savings", "24001002"),
    transaction("2025-12-04", 9000, "Purchase"),
    transaction("2025-12-05", -6000, "Bonus", "16001002"),
  ]);
  expect(large_deposits.map(({ name, amount }) => [name, amount])).toEqual([
    ["Bonus", 6000],
    ["Sale of a car", 5000.01],
  ]);
});

test("loan payments are those of each lender, with any reference numbers", async () => {
  const { loan_payments } = await makeAttributes(0, [
    transaction("2025-10-06", 200, "HARBOR LOANS 10234", "18002002"),
    transaction("2025-11-06", 200, "Harbor Loans 10977", "18002002"),
    transaction("2025-12-06", 260.5, "Harbor Loans 11003", "18002002"),
    transaction("2025-12-09", 900, "Payment", "18002001", { merchant_name: "Oak Mortgages" }),
    transaction("2025-12-22", 300, "Credit Card payment", "18003000"),
    transaction("2025-12-23", -300, "Loan paid out", "18002000"),
  ]);
  expect(loan_payments).toEqual([
    {
      lender: "Harbor Loans 11003",
      payment_count: 3,
      total_amount: 660.5,
      average_amount: 220.17,
      first_date: "2025-10-06",
      last_date: "2025-12-06",
    },
    {
      lender: "Oak Mortgages",
      payment_count: 1,
      total_amount: 900,
      average_amount: 900,
      first_date: "2025-12-09",
      last_date: "2025-12-09",
    },
  ]);
});

test("a bill is regular from three payments on, at even gaps and of like amounts", async () => {
  const monthly = ["2025-10-11", "2025-11-11", "2025-12-12"];
  const bills = async (dates: string[], amounts: number[], category = "15002001") => {
    const payments = dates.map((date, at) =>
      transaction(date, amounts[at] ?? 0, "Brightwell Power", category),
    );
    return (await makeAttributes(0, payments)).regular_bills;
  };
  expect(await bills(monthly, [70, 84, 98])).toEqual([
    {
      payee: "Brightwell Power",
      account_id: "main",
      category: null,
      frequency: "MONTHLY",
      payment_count: 3,
      average_amount: 84,
      last_amount: 98,
      last_date: "2025-12-12",
      is_active: true,
    },
  ]);
  expect(await bills(["2025-10-02", "2025-10-09", "2025-10-16"], [5, 5, 5])).toMatchObject([
    { frequency: "WEEKLY", is_active: false },
  ]);
  expect(await bills(["2025-12-03", "2025-12-17", "2025-12-31"], [5, 5, 5])).toMatchObject([
    { frequency: "BIWEEKLY", is_active: true },
  ]);
  for (const irregular of [
    await bills(monthly.slice(0, 2), [70, 84]),
    await bills(monthly, [70, 84, 300]),
    await bills(["2025-10-11", "2025-10-30", "2025-12-12"], [70, 70, 70]),
    await bills(monthly, [70, 70, 70], "24001001"),
  ])
    expect(irregular).toEqual([]);
});

test("cards and loans do not count, and each currency has totals of its own", async () => {
  const pay = (account_id: string) => [transaction("2025-12-01", -10, "Pay", null, { account_id })];
  const card: AccountWithTransactions = {
    account: { ...account(500, []).account, account_id: "card", type: "credit" },
    transactions: pay("card"),
  };
  const { accounts, totals } = await makeCashFlow(
    [account(5, pay("a"), "a"), account(7, pay("b"), "b", "GBP"), account(9, pay("c"), "c"), card],
    PERIOD,
  );
  expect(accounts.map(({ account_ids }) => account_ids)).toEqual([["a"], ["b"], ["c"]]);
  expect(
    totals.map(({ iso_currency_code, account_ids, all_days }) => [
      iso_currency_code,
      account_ids,
      all_days.total_inflow,
    ]),
  ).toEqual([
    ["GBP", ["b"], 10],
    ["USD", ["a", "c"], 20],
  ]);
});

test("the cash flow of thousands of transactions is computed in turns of the event loop", async () => {
  const payments = Array.from({ length: 5000 }, (_, at) =>
    transaction("2025-12-01", 10, `Shop ${at}`),
  );
  const turnsOf = (count: number) => countTurns(() => makeAttributes(0, payments.slice(0, count)));
  expect((await turnsOf(5000)) - (await turnsOf(10))).toBeGreaterThanOrEqual(8);
});
