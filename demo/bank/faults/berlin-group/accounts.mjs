import { nextRead, refusalFault, rowFault, wireFault } from "../wire-fault.mjs";

/** @import { Fault } from "../types.d.mts" */

const ACCOUNTS = /^\/accounts$/;
const BALANCES = /\/balances$/;

const eachAccount = rowFault(ACCOUNTS, (body) => body.accounts);
const eachBalance = rowFault(BALANCES, (body) => body.balances);

/** @type {readonly Fault[]} */
export const berlinAccountFaults = [
  wireFault(
    ACCOUNTS,
    "berlin-accounts-other-list",
    "The list of accounts has another name",
    (body) => {
      body.accountList = body.accounts;
      delete body.accounts;
    },
  ),
  wireFault(ACCOUNTS, "berlin-accounts-none", "No account is listed", (body) => {
    body.accounts = [];
  }),
  eachAccount("berlin-account-no-id", "Accounts have no resourceId", (account) => {
    delete account.resourceId;
  }),
  eachAccount("berlin-account-same-id", "All accounts have one resourceId", (account) => {
    account.resourceId = "account";
  }),
  eachAccount(
    "berlin-account-ids-change",
    "Accounts have another resourceId each time",
    (account) => {
      account.resourceId = `${account.resourceId}-${nextRead()}`;
    },
  ),
  eachAccount("berlin-account-no-currency", "Accounts have no currency", (account) => {
    delete account.currency;
  }),
  eachAccount("berlin-account-currency-small", "A currency is in small letters", (account) => {
    account.currency = account.currency.toLowerCase();
  }),
  eachAccount("berlin-account-no-number", "Accounts have no number", (account) => {
    delete account.iban;
    delete account.maskedPan;
  }),
  eachAccount("berlin-account-wrong-iban", "The check digits of IBANs are wrong", (account) => {
    account.iban = account.iban?.replace(/^DE\d\d/, "DE00");
  }),
  eachAccount("berlin-account-open-pan", "A card’s number is whole", (account) => {
    account.maskedPan = account.maskedPan?.replaceAll("*", "4");
  }),
  eachAccount("berlin-account-wrong-bic", "The bank’s BIC is its bank code", (account) => {
    account.bic = "99940004";
  }),
  eachAccount("berlin-account-unknown-kind", "cashAccountType is a word", (account) => {
    account.cashAccountType = "CurrentAccount";
  }),
  eachAccount("berlin-account-unknown-status", "Accounts are ACTIVE", (account) => {
    account.status = "ACTIVE";
  }),
  eachAccount("berlin-account-unknown-usage", "usage is private", (account) => {
    account.usage = "private";
  }),
  eachAccount("berlin-account-no-links", "Accounts have no links", (account) => {
    delete account._links;
  }),
  eachAccount("berlin-account-no-owner", "Accounts name no owner", (account) => {
    delete account.ownerName;
  }),
  refusalFault(
    "berlin-balances-missing",
    "There are no balances",
    ({ path }) => BALANCES.test(path),
    {
      status: 404,
      body: undefined,
    },
  ),
  wireFault(BALANCES, "berlin-balances-no-list", "Balances are an object", (body) => {
    [body.balances] = body.balances;
  }),
  wireFault(BALANCES, "berlin-balances-none", "The list of balances is empty", (body) => {
    body.balances = [];
  }),
  eachBalance("berlin-balance-unknown-type", "Balances are of ISO’s types", (balance) => {
    balance.balanceType = "ITBD";
  }),
  eachBalance("berlin-balance-number", "Amounts of balances are numbers", (balance) => {
    balance.balanceAmount.amount = Number(balance.balanceAmount.amount);
  }),
  eachBalance("berlin-balance-comma", "Amounts of balances have a comma", (balance) => {
    balance.balanceAmount.amount = balance.balanceAmount.amount.replace(".", ",");
  }),
  eachBalance("berlin-balance-no-currency", "Balances have no currency", (balance) => {
    delete balance.balanceAmount.currency;
  }),
  eachBalance("berlin-balance-other-currency", "Balances are in another currency", (balance) => {
    balance.balanceAmount.currency = "CHF";
  }),
  eachBalance("berlin-balance-limit-text", "creditLimitIncluded is a text", (balance) => {
    balance.creditLimitIncluded = "false";
  }),
  eachBalance("berlin-balance-zone-free", "lastChangeDateTime has no zone", (balance) => {
    balance.lastChangeDateTime = balance.lastChangeDateTime.slice(0, 19);
  }),
  wireFault(BALANCES, "berlin-balance-twice", "A balance is listed twice", (body) => {
    body.balances = [...body.balances, body.balances[0]];
  }),
  {
    name: "berlin-errors-as-success",
    description: "Errors come with the status 200",
    wire: (response) => {
      if (response.status === 404) response.status = 200;
    },
  },
  {
    name: "berlin-errors-without-code",
    description: "Errors are a sentence only",
    wire: (response) => {
      if (response.status === 404) response.body = { tppMessages: [{ category: "ERROR" }] };
    },
  },
  {
    name: "berlin-errors-as-warnings",
    description: "Errors are warnings",
    wire: (response) => {
      if (response.status === 404) response.body.tppMessages[0].category = "WARNING";
    },
  },
];
