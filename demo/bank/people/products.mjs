/** @import { AccountSeed, Name } from "./types.d.mts" */

/**
 * @param {{ id: string, number: string, opening: number, productName?: string, holders?: Name[] }} account
 * @returns {AccountSeed}
 */
export const chequing = ({ productName = "Everyday Checking", ...account }) => ({
  category: "DEPOSIT_ACCOUNT",
  accountType: "CHECKING",
  productName,
  ...account,
});

/**
 * @param {{ id: string, number: string, opening: number }} account
 * @returns {AccountSeed}
 */
export const savings = (account) => ({
  category: "DEPOSIT_ACCOUNT",
  accountType: "SAVINGS",
  productName: "Rainy Day Savings",
  ...account,
});

/**
 * @param {{ id: string, number: string }} account
 * @returns {AccountSeed}
 */
export const brokerage = (account) => ({
  category: "INVESTMENT_ACCOUNT",
  accountType: "TAXABLE",
  productName: "Lantern Invest",
  opening: 0,
  ...account,
});

/**
 * Whether an account is owed, and not owned.
 * @param {AccountSeed} account
 */
export const isDebt = ({ category }) => category === "LOC_ACCOUNT" || category === "LOAN_ACCOUNT";

/**
 * @param {{ id: string, number: string, line: number }} account
 * @returns {AccountSeed}
 */
export const creditCard = (account) => ({
  category: "LOC_ACCOUNT",
  accountType: "CREDITCARD",
  productName: "Lamplight Card",
  opening: 0,
  ...account,
});

/**
 * @param {{ id: string, number: string, productName: string, accountType: string, principal: number,
 *   rate: number, payment: number, months: number }} account
 * @returns {AccountSeed}
 */
export const loan = ({ principal, rate, payment, months, ...account }) => ({
  category: "LOAN_ACCOUNT",
  opening: principal,
  loan: { principal, rate, payment, months },
  ...account,
});
