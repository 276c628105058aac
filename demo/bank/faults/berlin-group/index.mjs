import { berlinAccountFaults } from "./accounts.mjs";
import { berlinConsentFaults } from "./consents.mjs";
import { berlinTransactionFaults } from "./transactions.mjs";

/**
 * The faults of NextGenPSD2.
 * @type {readonly import("../types.d.mts").Group[]}
 */
export const berlinGroupFaults = [
  { title: "Consents of the Berlin Group", faults: berlinConsentFaults },
  { title: "Accounts and balances", faults: berlinAccountFaults },
  { title: "Transactions and paging", faults: berlinTransactionFaults },
];
