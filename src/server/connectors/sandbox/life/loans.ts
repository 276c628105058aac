import type { Random } from "../random.ts";

/** When loans were taken out, and investments begun: January 2020, counted from the year 0. */
export const ORIGIN = 2020 * 12;

/** A loan that is paid back in equal parts; amounts are in cents. */
export type Loan = { name: string; principal: number; yearlyPercent: number; payment: number };

/** What a month does to a loan: the interest that is added, what is paid, what is owed in the end. */
export type LoanMonth = { interest: number; payment: number; owed: number };

const TERMS = {
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

/** What a month does to a loan; nothing, before it is taken out and after it is paid back. */
export const loanIn = (loan: Loan, month: number): LoanMonth => {
  let reached: LoanMonth = { interest: 0, payment: 0, owed: loan.principal };
  for (let at = ORIGIN; at <= month; at++) {
    const { owed } = reached;
    const interest = Math.round((owed * loan.yearlyPercent) / 1200);
    const payment = Math.min(loan.payment, owed + interest);
    reached = { interest, payment, owed: owed + interest - payment };
  }
  return reached;
};
