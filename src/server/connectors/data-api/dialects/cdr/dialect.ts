import { defineDialect } from "../../dialect.ts";
import { CdrAccount, CdrBalance, toBalances, toBankAccount } from "./account.ts";
import { CdrTransaction, toBankTransactions } from "./transaction.ts";

const ACCOUNTS = "/banking/accounts";
const BALANCE = "/banking/accounts/{accountId}/balance";
const TRANSACTIONS = "/banking/accounts/{accountId}/transactions";

/** The time for which access is asked for, in seconds: 180 days. */
const SHARING_DURATION = 180 * 86_400;

/** The Consumer Data Standards of Australia (CDR), banking: accounts, balances and transactions. */
export const cdr = defineDialect(
  {
    name: "cdr",
    basePath: "/cds-au/v1",
    headers: {
      request: "x-fapi-interaction-id",
      person: {},
      // Each endpoint has its own versions.
      ofPaths: {
        [ACCOUNTS]: { "x-v": "3" },
        [BALANCE]: { "x-v": "1" },
        [TRANSACTIONS]: { "x-v": "2" },
      },
    },
    errorCode: ["errors.0.code"],
    refusals: [
      {
        statuses: [403],
        codes: [
          "urn:au-cds:error:cds-all:Authorisation/RevokedConsent",
          "urn:au-cds:error:cds-all:Authorisation/InvalidConsent",
        ],
        means: "sign in again",
      },
      {
        statuses: [403],
        codes: ["urn:au-cds:error:cds-all:Authorisation/AdrStatusNotActive"],
        means: "client refused",
      },
      {
        statuses: [400],
        codes: ["urn:au-cds:error:cds-all:Field/InvalidDateTime"],
        means: "period refused",
      },
      { statuses: [404], means: "absent" },
      { statuses: [403], means: "not granted" },
    ],
    nextPage: [{ at: "links.next", parameter: null }],
    consent: {
      inTokens: { id: "cdr_arrangement_id", end: "sharing_expires_at" },
      record: null,
      request: null,
      claims: {
        sharing_duration: SHARING_DURATION,
        id_token: { acr: { essential: true, values: ["urn:cds.au:cdr:2", "urn:cds.au:cdr:3"] } },
      },
    },
    scopes: ["openid", "bank:accounts.basic:read", "bank:transactions:read"],
    products: ["balance", "transactions"],
  },
  {
    accounts: {
      path: ACCOUNTS,
      list: "data.accounts",
      schema: CdrAccount,
      keyOf: ({ accountId }) => accountId,
      // An account without a status is open.
      stateOf: ({ openStatus }) => (/^closed$/i.test(openStatus ?? "") ? "closed" : "open"),
      isSame: (one, other) => one.maskedNumber === other.maskedNumber,
      toAccount: toBankAccount,
      toBalances,
    },
    details: {
      path: BALANCE,
      isNeeded: () => true,
      schema: CdrBalance.transform(({ data }) => (account: CdrAccount) => ({
        ...account,
        balance: data,
      })),
    },
    liabilities: null,
    investments: null,
    statements: null,
    numbers: null,
    owners: [],
    user: null,
    transactions: {
      path: TRANSACTIONS,
      list: "data.transactions",
      schema: CdrTransaction,
      period: (from, to) => ({
        "oldest-time": `${from}T00:00:00Z`,
        "newest-time": `${to}T23:59:59Z`,
      }),
      marginDays: 1,
      minPeriodDays: 7,
      toTransactions: toBankTransactions,
    },
  },
);
