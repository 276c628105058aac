import { rowFault } from "../wire-fault.mjs";

/** @import { Body, Fault } from "../types.d.mts" */

const eachBalance = rowFault(/\/balances$/, (body) => body.Data.Balance);
const eachStatement = rowFault(/\/statements$/, (body) => body.Data.Statement);

/** @param {string} name */
const isNo =
  (name) =>
  (/** @type {Body} */ { Type }) =>
    !Type.endsWith(name);

/** @type {readonly Fault[]} */
export const ukDebtFaults = [
  eachBalance("uk-card-no-limit", "Cards have no CreditLine", (balance) => {
    delete balance.CreditLine;
  }),
  eachBalance("uk-card-limit-number", "The limits of cards are numbers", (balance) => {
    for (const { Amount } of balance.CreditLine || []) Amount.Amount = Number(Amount.Amount);
  }),
  eachStatement("uk-card-no-balance", "Statements of cards have no ClosingBalance", (statement) => {
    statement.StatementAmount = statement.StatementAmount?.filter(isNo("ClosingBalance"));
  }),
  eachStatement("uk-card-balance-no-direction", "ClosingBalance has no direction", (statement) => {
    delete statement.StatementAmount?.[0].CreditDebitIndicator;
  }),
  eachStatement("uk-card-no-minimum", "Statements tell no least payment", (statement) => {
    statement.StatementAmount = statement.StatementAmount?.filter(isNo("MinimumPaymentDue"));
  }),
  eachStatement("uk-card-no-due-day", "Statements tell no due day", (statement) => {
    delete statement.StatementDateTime;
  }),
  eachStatement("uk-card-due-day-local", "The due day is written as people do", (statement) => {
    if (statement.StatementDateTime) statement.StatementDateTime[0].DateTime = "24/12/2025";
  }),
  eachStatement("uk-card-due-before", "Payments are due before the statement", (statement) => {
    if (statement.StatementDateTime)
      statement.StatementDateTime[0].DateTime = statement.StartDateTime;
  }),
  eachStatement("uk-card-no-rate", "Statements tell no yearly rate", (statement) => {
    statement.StatementRate = statement.StatementRate?.filter(isNo("AnnualPurchase"));
  }),
  eachStatement("uk-card-rate-sign", "The yearly rate has a sign", (statement) => {
    if (statement.StatementRate) statement.StatementRate[0].Rate = "18.9 %";
  }),
  eachBalance("uk-loan-as-money", "What is owed is a Credit", (balance) => {
    balance.CreditDebitIndicator = "Credit";
  }),
];
