import { expect, test } from "vitest";
import { NetworkInsights } from "../../../protocol/reports/network-insights.ts";
import { countTurns } from "../../../testing/count-turns.ts";
import { dayAt } from "../calendar.ts";
import { toAccount, transaction } from "./income/transactions.fixture.ts";
import type { LinkedAccount } from "./linked-item.ts";
import { type ConnectedItem, makeNetworkInsights } from "./make-network-insights.ts";
import { sandboxItem } from "./sandbox-items.fixture.ts";

const NOW = Date.UTC(2026, 4, 20, 12);
const TODAY = dayAt(NOW);
const DAY_MS = 86_400_000;

const insightsOf = (items: ConnectedItem[], daysRequested = 365) =>
  makeNetworkInsights(items, { reportId: "r", clientReportId: null, daysRequested, now: NOW });

const toItem = (accounts: LinkedAccount[], daysAgo: number, bank = "ins_1"): ConnectedItem => ({
  itemId: `${bank} ${daysAgo}`,
  institutionId: bank,
  institutionName: "One Bank",
  updatedAt: NOW,
  connectedAt: NOW - daysAgo * DAY_MS,
  accounts,
});

test("connections are counted by institution, type and age", async () => {
  const savings = toAccount([transaction("x", 2, TODAY)], { id: "savings" });
  const items = [
    toItem([toAccount([transaction("y", 1, TODAY)])], 40),
    toItem([savings], 3, "ins_2"),
  ];
  expect((await insightsOf(items)).network_attributes).toMatchObject({
    items_count: 2,
    institutions_count: 2,
    accounts_count: 2,
    accounts_count_by_type: { depository: 2 },
    days_since_first_connection: 40,
    days_since_last_connection: 3,
    lenders_count: 0,
  });
});

test("an account in two Items counts once", async () => {
  const list = [transaction("x", 2, TODAY), transaction("y", 3, TODAY - 1)];
  const items = [toItem([toAccount(list)], 4), toItem([toAccount(list, { id: "again" })], 2)];
  expect((await insightsOf(items)).network_attributes).toMatchObject({
    items_count: 2,
    accounts_count: 1,
  });
});

test("lenders are found by payments to them and by them", async () => {
  const transactions = [
    transaction("NORTHLAMP LENDING LOAN PROCEEDS", -5000, TODAY - 120),
    transaction("NORTHLAMP LENDING LOAN PAYMENT", 450, TODAY - 85),
    transaction("NORTHLAMP LENDING LOAN PAYMENT", 450, TODAY - 55),
    transaction("PAYSLICE INSTALLMENT", 40, TODAY - 29, { category_id: "18002000" }),
    transaction("EARLYPENNY ADVANCE", -60, TODAY - 20),
    transaction("EARLYPENNY REPAYMENT", 63, TODAY - 12, { category_id: "18002000" }),
    transaction("LENDING TREE PAYROLL", -900, TODAY - 10),
    transaction("Credit Card payment", 200, TODAY - 5, { category_id: "18003000" }),
    transaction("THE ADVANCED BAKERY", 20, TODAY - 5, { category_id: "13001004" }),
  ];
  const insights = await insightsOf([toItem([toAccount(transactions)], 1)]);
  expect(insights.lenders).toMatchObject([
    { name: "Earlypenny", kind: "CASH_ADVANCE", payments_count: 1, disbursements_count: 1 },
    { name: "Payslice", kind: "INSTALLMENTS", payments_count: 1, disbursements_count: 0 },
    { name: "Northlamp Lending", kind: "LOAN", payments_count: 2, disbursements_count: 1 },
  ]);
  expect(insights.network_attributes).toMatchObject({
    lenders_count: 3,
    loan_payments_count: 4,
    loan_payments_count_30d: 2,
    loan_payments_count_60d: 3,
    loan_payments_count_90d: 4,
    loan_disbursements_count: 2,
    loan_disbursements_count_30d: 1,
    loan_disbursements_count_90d: 1,
  });
});

test("the sandbox's borrowers have their lenders, and other people none", async () => {
  const fetchLenders = async (username: string) => {
    const { item } = await sandboxItem({ username, now: NOW });
    const insights = await insightsOf([{ ...item, connectedAt: NOW }], 731);
    expect(NetworkInsights.parse(insights)).toEqual(insights);
    return insights.lenders.map(({ name, kind }) => `${name} ${kind}`).toSorted();
  };
  expect(await fetchLenders("user_credit_profile_excellent")).toEqual([]);
  expect(await fetchLenders("user_new_loan")).toEqual(["Northlamp Lending LOAN"]);
  expect(await fetchLenders("user_credit_profile_poor")).toEqual([
    "Earlypenny CASH_ADVANCE",
    "Northlamp Lending LOAN",
    "Payslice INSTALLMENTS",
  ]);
});

test("a loan account of the user's own has its institution as the lender, also if it is not shared", async () => {
  const { item } = await sandboxItem({ username: "user_good", now: NOW });
  const withoutLoans = item.accounts.filter(({ account }) => account.type !== "loan");
  for (const accounts of [item.accounts, withoutLoans]) {
    const insights = await insightsOf([{ ...item, accounts, connectedAt: NOW }]);
    expect(insights.items).toEqual([
      {
        item_id: item.itemId,
        institution_id: "ins_109508",
        institution_name: "First Platypus Bank",
      },
    ]);
    expect(insights.lenders).toMatchObject([{ name: "First Platypus Bank", kind: "LOAN" }]);
  }
  const [loan] = item.accounts.filter(({ account }) => account.name === "Mortgage");
  const [checking] = item.accounts;
  if (!loan || !checking) throw new Error("the user has a mortgage and a checking account");
  const mortgage = checking.transactions.filter(({ name }) => name === "Mortgage payment");
  const unmarked = mortgage.map((transaction) => ({
    ...transaction,
    payment_meta: { ...transaction.payment_meta, payment_method: null },
  }));
  const elsewhere = { ...item, itemId: "other", institutionName: "Other Bank", accounts: [loan] };
  const insights = await insightsOf([
    { ...item, accounts: [{ ...checking, transactions: unmarked }], connectedAt: NOW },
    { ...elsewhere, connectedAt: NOW },
  ]);
  expect(insights.lenders).toMatchObject([{ name: "Other Bank", payments_count: 12 }]);
});

test("without Items every count is zero", async () => {
  const insights = await insightsOf([]);
  expect(NetworkInsights.parse(insights)).toEqual(insights);
  expect(insights.network_attributes.days_since_first_connection).toBeNull();
});

test("the event loop gets turns while lenders are searched", async () => {
  const payments = Array.from({ length: 5000 }, (_, at) =>
    transaction(`LENDER ${at} LOAN PAYMENT`, 9, TODAY - (at % 300), { category_id: "18002000" }),
  );
  const items = [toItem([toAccount(payments)], 1)];
  expect(await countTurns(() => insightsOf(items))).toBeGreaterThan(20);
});
