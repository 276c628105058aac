import { expect, test } from "vitest";
import { LiabilityTerms } from "../../../../../protocol/liabilities.ts";
import { readLiabilities } from "../../account-data.ts";
import type { Data } from "../../data.ts";
import { fdx } from "./dialect.ts";
import { FdxLiability } from "./liability.ts";

const CARD = {
  accountId: "card",
  accountCategory: "LOC_ACCOUNT",
  accountType: "CREDITCARD",
  currentBalance: 812.4,
  purchasesApr: 21.99,
  advancesApr: 27.5,
  lastPaymentAmount: 250,
  lastPaymentDate: "2026-01-05",
  nextPaymentDate: "2026-02-05",
  minimumPaymentAmount: "35.00",
  lastStmtBalance: 900.1,
  lastStmtDate: "2026-01-10T00:00:00Z",
  pastDueAmount: 0,
};
const MORTGAGE = {
  accountId: "home",
  accountCategory: "LOAN_ACCOUNT",
  accountType: "MORTGAGE",
  productName: "Home Loan 30",
  principalBalance: 201_000,
  interestRate: 4.25,
  interestRateType: "FIXED",
  escrowBalance: 1200.5,
  originalPrincipal: 250_000,
  originatingDate: "2018-06-01",
  loanTerm: 360,
  maturityDate: "2048-06-01",
  nextPaymentAmount: 1229.85,
  nextPaymentDate: "2026-02-01",
  interestPaidYearToDate: 711.88,
  pastDueAmount: 1229.85,
};

test("a card, a mortgage and a student loan of FDX have the terms that they tell, and null for the others", () => {
  expect(FdxLiability.parse(CARD)).toMatchObject({
    kind: "credit",
    terms: {
      aprs: [
        { apr_type: "purchase_apr", apr_percentage: 21.99, balance_subject_to_apr: null },
        { apr_type: "cash_apr", apr_percentage: 27.5 },
      ],
      ...{ is_overdue: false, last_payment_amount: 250, last_payment_date: "2026-01-05" },
      ...{ next_payment_due_date: "2026-02-05", minimum_payment_amount: 35 },
      ...{ last_statement_balance: 900.1, last_statement_issue_date: "2026-01-10" },
    },
  });
  // FDX 4.6 nests an account under its category's name.
  expect(FdxLiability.parse({ loanAccount: MORTGAGE })).toMatchObject({
    kind: "mortgage",
    terms: {
      ...{ escrow_balance: 1200.5, interest_rate: { percentage: 4.25, type: "fixed" } },
      ...{ loan_term: "30 year", maturity_date: "2048-06-01", next_monthly_payment: 1229.85 },
      ...{ origination_date: "2018-06-01", origination_principal_amount: 250_000 },
      ...{ past_due_amount: 1229.85, ytd_interest_paid: 711.88, ytd_principal_paid: null },
    },
  });
  const student = { ...MORTGAGE, accountType: "STUDENTLOAN", loanTerm: 100, maturityDate: null };
  expect(FdxLiability.parse(student)).toMatchObject({
    kind: "student",
    terms: { interest_rate_percentage: 4.25, is_overdue: true, expected_payoff_date: null },
  });
  expect(FdxLiability.parse({ accountCategory: "LOAN_ACCOUNT", accountType: "AUTOLOAN" })).toBe(
    null,
  );
  for (const account of [CARD, MORTGAGE, student])
    LiabilityTerms.parse(FdxLiability.parse(account));
});

test("a wrong value of a term counts as missing", () => {
  const wrong = Object.fromEntries(
    Object.keys(CARD).map((name) => [
      name,
      name.startsWith("account") ? CARD[name as "accountId"] : { a: 1 },
    ]),
  );
  expect(FdxLiability.parse(wrong)).toMatchObject({
    terms: {
      aprs: [],
      is_overdue: null,
      last_payment_amount: null,
      last_statement_issue_date: null,
    },
  });
});

test("the details of cards and loans alone are read for their terms", async () => {
  const paths: string[] = [];
  const deposit = { accountId: "d", accountCategory: "DEPOSIT_ACCOUNT", accountType: "CHECKING" };
  const entries: Record<string, object> = { "/accounts/card": CARD, "/accounts/home": MORTGAGE };
  const data: Data = {
    get: async (path, schema) => {
      paths.push(path);
      return schema.parse(entries[path]);
    },
    list: async (_, __, schema) => [CARD, deposit, MORTGAGE].map((entry) => schema.parse(entry)),
    historyDays: null,
    hasBulk: () => false,
    file: async () => null,
    expect: async () => {},
  };
  const liabilities = await fdx.withReads((reads) => readLiabilities(reads, data));
  expect(liabilities.map(({ key, kind }) => [key, kind])).toEqual([
    ["card", "credit"],
    ["home", "mortgage"],
  ]);
  expect(paths).toEqual(["/accounts/card", "/accounts/home"]);
});
