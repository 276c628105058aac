import { defineDialect } from "../../dialect.ts";
import {
  isOpenAccount,
  listHolders,
  ownBalances,
  toBalances,
  toBankAccount,
  UkAccount,
  UkBalances,
  UkBulkBalance,
} from "./account.ts";
import { UkCardTerms } from "./liability.ts";
import { listOwners, UkParties } from "./party.ts";
import { UkStatement } from "./statement.ts";
import { toBankTransactions, UkTransaction } from "./transaction.ts";

const ACCOUNTS = ["ReadAccountsDetail"];
const BALANCES = [...ACCOUNTS, "ReadBalances"];
const PARTY = ["ReadParty", "ReadPartyPSU"];
const TRANSACTIONS = [
  "ReadTransactionsDetail",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
];

/** UK Open Banking Read/Write, account information: 3.1 and 4.0, whose paths are alike. */
export const uk = defineDialect(
  {
    name: "uk",
    // A 4.0 bank's connection declares …/v4.0/aisp instead.
    basePath: "/open-banking/v3.1/aisp",
    headers: {
      request: "x-fapi-interaction-id",
      person: { "x-fapi-customer-ip-address": "ipAddress", "x-customer-user-agent": "userAgent" },
    },
    errorCode: ["Errors.0.ErrorCode", "Errors.1.ErrorCode", "Code"],
    refusals: [
      { statuses: [404, 405, 406, 410, 501], means: "absent" },
      { statuses: [400], codes: ["UK.OBIE.Resource.NotFound", "U011"], means: "absent" },
      {
        statuses: [400],
        codes: ["UK.OBIE.Field.InvalidDate", "U003"],
        means: "period refused",
      },
      {
        statuses: [400],
        codes: ["UK.OBIE.Field.Invalid", "U002"],
        word: "fromBookingDateTime",
        means: "period refused",
      },
      {
        statuses: [400, 403],
        codes: [
          ...["UK.OBIE.Reauthenticate", "U028"],
          ...["UK.OBIE.Resource.InvalidConsentStatus", "U009", "TKXP", "TKSP"],
        ],
        means: "sign in again",
      },
      { statuses: [403], means: "not granted" },
    ],
    nextPage: [{ at: "Links.Next", parameter: null }],
    consent: {
      inTokens: null,
      record: {
        path: "/account-access-consents/{consentId}",
        end: "Data.ExpirationDateTime",
        by: "client",
      },
      request: {
        path: "/account-access-consents",
        scope: "accounts",
        approaches: ["oauth"],
        body: (permissions) => ({ Data: { Permissions: permissions }, Risk: {} }),
        permissions: {
          auth: BALANCES,
          balance: BALANCES,
          identity: [...BALANCES, ...PARTY],
          transactions: [...BALANCES, ...TRANSACTIONS],
          assets: [...BALANCES, ...PARTY, ...TRANSACTIONS],
          liabilities: [...BALANCES, "ReadStatementsDetail"],
          statements: [...BALANCES, "ReadStatementsDetail"],
        },
        id: "Data.ConsentId",
        status: "Data.Status",
        permissionsAt: "Data.Permissions",
        reusable: ["Authorised", "AUTH", "CANC"],
        claim: "openbanking_intent_id",
        acrValues: ["urn:openbanking:psd2:sca", "urn:openbanking:psd2:ca"],
      },
    },
    scopes: ["openid", "accounts"],
    products: [
      "auth",
      "balance",
      "identity",
      "transactions",
      "assets",
      "liabilities",
      "statements",
    ],
  },
  {
    accounts: {
      path: "/accounts",
      list: "Data.Account",
      schema: UkAccount,
      keyOf: ({ AccountId }) => AccountId,
      stateOf: (account) => (isOpenAccount(account) ? "open" : "closed"),
      isSame: (one, other) => one.Currency === other.Currency,
      toAccount: toBankAccount,
      listHolders,
      toBalances,
    },
    details: {
      path: "/accounts/{accountId}/balances",
      isNeeded: () => true,
      bulk: { path: "/balances", list: "Data.Balance", schema: UkBulkBalance },
      schema: UkBalances.transform(({ Data }) => (account: UkAccount) => ({
        ...account,
        balances: ownBalances(account, Data.Balance),
      })),
    },
    liabilities: {
      path: "/accounts/{accountId}/statements",
      ofCards: true,
      schema: UkCardTerms.transform((terms) => () => terms),
    },
    investments: null,
    statements: {
      path: "/accounts/{accountId}/statements",
      list: "Data.Statement",
      schema: UkStatement,
      period: (from, to) => ({
        fromStatementDateTime: `${from}T00:00:00`,
        toStatementDateTime: `${to}T23:59:59`,
      }),
      document: "/accounts/{accountId}/statements/{statementId}/file",
    },
    numbers: null,
    owners: [
      { path: "/accounts/{accountId}/parties", schema: UkParties.transform(listOwners) },
      { path: "/accounts/{accountId}/party", schema: UkParties.transform(listOwners) },
    ],
    user: { path: "/party", schema: UkParties.transform(listOwners) },
    transactions: {
      path: "/accounts/{accountId}/transactions",
      list: "Data.Transaction",
      schema: UkTransaction,
      elsewhere: ["Data.0", "Transaction"],
      bulk: { path: "/transactions", accountOf: ({ AccountId }) => AccountId ?? null },
      // Times without a zone: the bank's own.
      period: (from, to) => ({
        fromBookingDateTime: `${from}T00:00:00`,
        toBookingDateTime: `${to}T23:59:59`,
      }),
      marginDays: 1,
      minPeriodDays: 7,
      // Banks count both ends, so 90 days begin 89 days ago.
      shorterDays: [729, 547, 364, 179, 89, 59, 29],
      toTransactions: toBankTransactions,
    },
  },
);
