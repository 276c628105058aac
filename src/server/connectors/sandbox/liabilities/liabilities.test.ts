import fc from "fast-check";
import { expect, test } from "vitest";
import { LiabilityTerms } from "../../../../protocol/liabilities.ts";
import { DAY_MS, firstDayOf, toDate, toMonth } from "../../../domain/calendar.ts";
import type { BankLiability } from "../../../domain/connectors/bank-liability.ts";
import { unstoredLogin } from "../../../domain/connectors/unstored-login.fixture.ts";
import { createFormConnector } from "../form-connector.fixture.ts";

const BANKS = ["ins_109508", "ins_109512", "ins_43", "ins_116834"];
const USERS = ["user_good", "user_yuppie", "user_small_business"];

/** A login's debts, balances and transactions at noon on a day. */
const read = async (bank: string, user: string, day: number) => {
  const connector = createFormConnector(() => day * DAY_MS + DAY_MS / 2);
  const login = unstoredLogin(bank, { username: user, password: "pass_good" });
  const balances = await connector.balances(login);
  return {
    liabilities: (await connector.liabilities?.(login)) ?? [],
    balanceOf: (key: string) =>
      balances.find((account) => account.key === key)?.balances?.current ?? Number.NaN,
    transactions: await connector.transactions(login, {
      from: toDate(firstDayOf(toMonth(day) - 12)),
      to: toDate(day),
    }),
  };
};

const cents = (amount: number) => Math.round(amount * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + cents(one), 0);

/** A loan's next payment; null for a card, whose payments differ. */
const nextPayment = (liability: BankLiability): number | null => {
  if (liability.kind === "mortgage") return liability.terms.next_monthly_payment;
  return liability.kind === "student" ? liability.terms.minimum_payment_amount : null;
};

test("a loan amortises: its balance falls by the principal in each payment, and its terms add up", async () => {
  const days = fc.integer({
    min: Date.UTC(2024, 1, 1) / DAY_MS,
    max: Date.UTC(2029, 11, 31) / DAY_MS,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...BANKS),
      fc.constantFrom(...USERS),
      days,
      async (bank, user, day) => {
        const month = toMonth(day);
        // Loans are paid until the tenth of a month, and cards until the last.
        const [before, after] = [
          await read(bank, user, firstDayOf(month) - 1),
          await read(bank, user, firstDayOf(month + 1) - 1),
        ];
        for (const liability of after.liabilities) {
          const { key, ...rest } = liability;
          LiabilityTerms.parse(rest);
          const { terms } = liability;
          const own = after.transactions.filter(
            ({ accountKey, pending }) => accountKey === key && !pending,
          );
          const inMonth = own.filter(({ date }) => date >= toDate(firstDayOf(month)));
          const moved = sum(inMonth.map(({ amount }) => amount));
          expect(cents(after.balanceOf(key)) - cents(before.balanceOf(key))).toBe(moved);
          if (liability.kind !== "mortgage")
            expect(liability.terms.last_statement_balance).toBe(before.balanceOf(key));
          const paid = inMonth.find(
            ({ amount, transaction_code }) => amount < 0 && transaction_code === "transfer",
          );
          expect([terms.last_payment_amount, terms.last_payment_date]).toEqual([
            -(paid?.amount ?? 0),
            paid?.date,
          ]);
          if (liability.kind === "credit") continue;
          const then = before.liabilities.find((one) => one.key === key);
          expect(then?.terms.next_payment_due_date).toBe(terms.last_payment_date);
          expect(then && nextPayment(then)).toBe(terms.last_payment_amount);
          const year = own.filter(({ date }) => date >= `${toDate(day).slice(0, 4)}-01-01`);
          const { ytd_interest_paid, ytd_principal_paid } = liability.terms;
          const payments = -sum(
            year.filter(({ amount }) => amount < 0).map(({ amount }) => amount),
          );
          expect(cents(ytd_interest_paid ?? 0) + cents(ytd_principal_paid ?? 0)).toBe(payments);
          expect(cents(ytd_principal_paid ?? 0)).toBe(-sum(year.map(({ amount }) => amount)));
        }
      },
    ),
    { numRuns: 12 },
  );
});

test("the interest of a card is that of the balance that bears it, at its rate", async () => {
  const { liabilities, transactions } = await read(
    "ins_109508",
    "user_good",
    Date.UTC(2026, 0, 15) / DAY_MS,
  );
  const [card] = liabilities.filter(({ kind }) => kind === "credit");
  if (card?.kind !== "credit") throw new Error("no card");
  const [purchases, ...others] = card.terms.aprs;
  expect(card.terms.aprs.map(({ apr_type }) => apr_type)).toEqual([
    "purchase_apr",
    "cash_apr",
    "balance_transfer_apr",
  ]);
  const balance = purchases?.balance_subject_to_apr ?? 0;
  const interest = purchases?.interest_charge_amount ?? 0;
  expect(balance).toBeGreaterThan(0);
  expect(interest).toBeCloseTo((balance * (purchases?.apr_percentage ?? 0)) / 1200, 1);
  expect(
    transactions
      .filter(
        ({ accountKey, date, category_id }) =>
          accountKey === card.key && date.startsWith("2025-12") && category_id === "18001000",
      )
      .map(({ amount }) => amount),
  ).toEqual([interest]);
  expect(others.map((apr) => apr.interest_charge_amount)).toEqual([0, 0]);
});

test("a custom user says the terms of cards and student loans, also that they are overdue", async () => {
  const connector = createFormConnector(() => Date.UTC(2026, 0, 15, 12));
  const user = {
    override_accounts: [
      {
        ...{ type: "credit", subtype: "credit card", starting_balance: 900 },
        liability: {
          purchase_apr: 21.5,
          special_apr: 0,
          minimum_payment_amount: 40,
          is_overdue: true,
        },
      },
      {
        ...{ type: "loan", subtype: "student", starting_balance: 9000 },
        liability: {
          ...{
            principal: 12_000,
            nominal_apr: 6,
            origination_date: "2021-09-01",
            is_overdue: true,
          },
          ...{ repayment_plan_type: "income-based repayment", loan_name: "Direct" },
        },
      },
    ],
  };
  const login = unstoredLogin("ins_109508", {
    username: "user_custom",
    password: JSON.stringify(user),
  });
  const [card, loan] = (await connector.liabilities?.(login)) ?? [];
  expect(card?.terms).toMatchObject({
    is_overdue: true,
    minimum_payment_amount: 40,
    last_statement_balance: 900,
    aprs: [{ apr_percentage: 21.5 }, {}, {}, { apr_type: "special", apr_percentage: 0 }],
  });
  expect(loan?.terms).toMatchObject({
    ...{ is_overdue: true, loan_name: "Direct", loan_status: { type: "delinquent" } },
    ...{ origination_date: "2021-09-01", origination_principal_amount: 12_000 },
    ...{ interest_rate_percentage: 6, repayment_plan: { type: "income-based repayment" } },
  });
});
