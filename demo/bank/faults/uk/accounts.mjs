import { nextRead, refusalFault, rowFault, wireFault } from "../wire-fault.mjs";

/** @import { Fault } from "../types.d.mts" */

const ACCOUNTS = /^\/accounts$/;
const BALANCES = /\/balances$/;
const PARTIES = /\/part(y|ies)$/;

const eachAccount = rowFault(ACCOUNTS, (body) => body.Data.Account);
const eachBalance = rowFault(BALANCES, (body) => body.Data.Balance);

/** @type {readonly Fault[]} */
export const ukAccountFaults = [
  wireFault(
    ACCOUNTS,
    "uk-accounts-empty-body",
    "The list of accounts has no body",
    (_, response) => {
      response.body = undefined;
    },
  ),
  wireFault(ACCOUNTS, "uk-accounts-no-list", "A single account is no list", (body) => {
    [body.Data.Account] = body.Data.Account;
  }),
  wireFault(ACCOUNTS, "uk-accounts-none", "No account is listed", (body) => {
    body.Data.Account = [];
  }),
  wireFault(ACCOUNTS, "uk-no-self-link", "Responses have no Links.Self", (body) => {
    delete body.Links;
  }),
  eachAccount("uk-account-no-id", "Accounts have no AccountId", (account) => {
    delete account.AccountId;
  }),
  eachAccount("uk-account-id-number", "AccountId is a number", (account, index) => {
    account.AccountId = index + 1;
  }),
  eachAccount("uk-account-same-id", "All accounts have one AccountId", (account) => {
    account.AccountId = "account";
  }),
  eachAccount("uk-account-ids-change", "Accounts have another AccountId each time", (account) => {
    account.AccountId = `${account.AccountId}-${nextRead()}`;
  }),
  eachAccount("uk-account-currency-word", "A currency is written out", (account) => {
    account.Currency = "Pound";
  }),
  eachAccount("uk-account-unknown-status", "Accounts are ACTIVE", (account) => {
    account.Status = "ACTIVE";
  }),
  eachAccount("uk-account-unknown-kind", "Accounts are a Current Account", (account) => {
    account.AccountSubType = "Current Account";
    if (account.AccountTypeCode) account.AccountTypeCode = "Current";
  }),
  eachAccount("uk-account-no-numbers", "Accounts have no numbers", (account) => {
    delete account.Account;
  }),
  eachAccount(
    "uk-account-scheme-without-prefix",
    "Schemes of numbers have no prefix",
    (account) => {
      for (const number of account.Account)
        number.SchemeName = number.SchemeName.replace("UK.OBIE.", "");
    },
  ),
  eachAccount("uk-account-number-with-dashes", "Sort codes have dashes", (account) => {
    for (const number of account.Account)
      number.Identification = number.Identification.replace(/^(\d\d)(\d\d)(\d\d)/, "$1-$2-$3-");
  }),
  eachAccount("uk-account-wrong-iban", "The check digits of IBANs are wrong", (account) => {
    for (const number of account.Account)
      number.Identification = number.Identification.replace(/^GB\d\d/, "GB00");
  }),
  eachAccount("uk-account-open-pan", "A card’s number is whole", (account) => {
    for (const number of account.Account)
      number.Identification = number.Identification.replaceAll("*", "4");
  }),
  eachAccount("uk-account-wrong-bic", "The bank’s BIC is its name", (account) => {
    account.Servicer.Identification = "Lantern Bank";
  }),
  refusalFault("uk-balances-missing", "There are no balances", ({ path }) => BALANCES.test(path), {
    status: 404,
    body: undefined,
  }),
  wireFault(BALANCES, "uk-balances-no-list", "A single balance is no list", (body) => {
    [body.Data.Balance] = body.Data.Balance;
  }),
  eachBalance("uk-balance-unknown-type", "Balances are Current", (balance) => {
    balance.Type = "Current";
  }),
  eachBalance("uk-balance-no-direction", "Balances have no CreditDebitIndicator", (balance) => {
    delete balance.CreditDebitIndicator;
  }),
  eachBalance("uk-balance-number", "Amounts of balances are numbers", (balance) => {
    balance.Amount.Amount = Number(balance.Amount.Amount);
  }),
  eachBalance("uk-balance-negative", "Balances have a sign", (balance) => {
    balance.Amount.Amount = `-${balance.Amount.Amount}`;
  }),
  eachBalance("uk-balance-other-currency", "Balances are in another currency", (balance) => {
    balance.Amount.Currency = "EUR";
  }),
  eachBalance("uk-balance-no-currency", "Balances have no currency", (balance) => {
    delete balance.Amount.Currency;
  }),
  eachBalance("uk-balance-zone-free", "The time of a balance has no zone", (balance) => {
    balance.DateTime = balance.DateTime.slice(0, 19);
  }),
  eachBalance("uk-credit-line-words", "A credit line is included with Yes", (balance) => {
    balance.CreditLine = [{ Included: "Yes", Type: "Credit", Amount: balance.Amount }];
  }),
  wireFault(BALANCES, "uk-balance-twice", "A balance is listed twice", (body) => {
    body.Data.Balance = [...body.Data.Balance, body.Data.Balance[0]];
  }),
  refusalFault("uk-parties-missing", "Owners cannot be read", ({ path }) => PARTIES.test(path), {
    status: 500,
    body: undefined,
  }),
  wireFault(PARTIES, "uk-party-no-name", "Owners have no name", (body) => {
    for (const party of [body.Data.Party].flat()) delete party.Name;
  }),
  {
    name: "uk-errors-as-success",
    description: "Errors come with the status 200",
    wire: (response) => {
      if (response.status === 400) response.status = 200;
    },
  },
  {
    name: "uk-errors-without-code",
    description: "Errors are a sentence only",
    wire: (response) => {
      if (response.status === 400) response.body = { error: "No." };
    },
  },
];
