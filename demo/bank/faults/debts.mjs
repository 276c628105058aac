/** @import { Body, Fault } from "./types.d.mts" */

/**
 * A fault of each debt of a category by itself.
 * @param {string} name
 * @param {string} description
 * @param {string} category
 * @param {(account: Body) => object} change
 * @returns {Fault}
 */
const eachDebt = (name, description, category, change) => ({
  name,
  description,
  data: (path, body) =>
    /^\/accounts\/[^/]+$/.test(path) && body.accountCategory === category ? change(body) : body,
});

/** @type {readonly Fault[]} */
export const debtFaults = [
  eachDebt(
    "loan-no-principal",
    "Loans say nothing of their principal",
    "LOAN_ACCOUNT",
    ({ principalBalance: _, ...loan }) => loan,
  ),
  eachDebt(
    "loan-no-payment-day",
    "Loans have no day of the next payment",
    "LOAN_ACCOUNT",
    ({ nextPaymentDate: _, ...loan }) => loan,
  ),
  eachDebt("loan-small-payment", "Payments are less than the interest", "LOAN_ACCOUNT", (loan) => ({
    ...loan,
    nextPaymentAmount: 1,
  })),
  eachDebt(
    "card-no-statement",
    "Cards have no last statement",
    "LOC_ACCOUNT",
    ({ lastStmtBalance: _, ...card }) => card,
  ),
  eachDebt("debt-rate-share", "A card's rate is a part of one", "LOC_ACCOUNT", (card) => ({
    ...card,
    purchasesApr: card.purchasesApr / 100,
  })),
];
