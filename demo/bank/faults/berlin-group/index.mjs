import { berlinAccountFaults } from "./accounts.mjs";
import { berlinAppFaults, berlinFormFaults } from "./authorisations.mjs";
import { berlinCardFaults } from "./cards.mjs";
import { berlinConsentFaults } from "./consents.mjs";
import { berlinTransactionFaults } from "./transactions.mjs";

/**
 * The faults of NextGenPSD2.
 * @type {readonly import("../types.d.mts").Group[]}
 */
export const berlinGroupFaults = [
  { title: "Consents of the Berlin Group", faults: berlinConsentFaults },
  { title: "Approval in the app", faults: berlinAppFaults },
  { title: "Password, method and code", faults: berlinFormFaults },
  { title: "Accounts and balances", faults: berlinAccountFaults },
  { title: "Cards apart from accounts", faults: berlinCardFaults },
  { title: "Transactions and paging", faults: berlinTransactionFaults },
];
