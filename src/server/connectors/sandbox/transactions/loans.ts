import type { Random } from "../random.ts";

/** The start of loans and investments: January 2020, counted from the year 0. */
export const ORIGIN = 2020 * 12;

/** A loan that is paid back in equal parts; amounts are in cents. */
export type Loan = { name: string; principal: number; yearlyPercent: number; payment: number };

/** A month of a loan: interest, payment, and final balance. */
export type LoanMonth = { interest: number; payment: number; balance: number };

/** The years and the yearly percent of each kind of loan. */
export const TERMS = {
  mortgage: { years: 30, percent: 4.4 },
  student: { years: 25, percent: 5.1 },
  auto: { years: 15, percent: 6.2 },
};

/** Draws a loan that is `from` to `to` at the start, in cents. */
export const drawLoan = (
  plan: { name: string; subtype: "mortgage" | "student" | "auto" },
  from: number,
  to: number,
  random: Random,
): Loan => {
  const { years, percent } = TERMS[plan.subtype];
  const principal = random.whole(from, to);
  const rate = percent / 1200;
  const payment = Math.ceil((principal * rate) / (1 - (1 + rate) ** (-12 * years)));
  return { name: plan.name, principal, yearlyPercent: percent, payment };
};

/** The month of a loan; without interest and payment before it starts and after it is paid off. */
export const loanMonthOf = (loan: Loan, month: number): LoanMonth => {
  let state: LoanMonth = { interest: 0, payment: 0, balance: loan.principal };
  for (let at = ORIGIN; at <= month; at++) {
    const { balance: debt } = state;
    const interest = Math.round((debt * loan.yearlyPercent) / 1200);
    const payment = Math.min(loan.payment, debt + interest);
    state = { interest, payment, balance: debt + interest - payment };
  }
  return state;
};
