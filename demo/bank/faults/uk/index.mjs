import { ukAccountFaults } from "./accounts.mjs";
import { ukConsentFaults } from "./consents.mjs";
import { ukDebtFaults } from "./debts.mjs";
import { ukStatementFaults } from "./statements.mjs";
import { ukTransactionFaults } from "./transactions.mjs";

/**
 * The faults of UK Open Banking.
 * @type {readonly import("../types.d.mts").Group[]}
 */
export const ukFaults = [
  { title: "Consents of UK Open Banking", faults: ukConsentFaults },
  { title: "Accounts and balances", faults: ukAccountFaults },
  { title: "Transactions and paging", faults: ukTransactionFaults },
  { title: "Statements", faults: ukStatementFaults },
  { title: "Cards and loans", faults: ukDebtFaults },
];
