import type { Iban } from "../../../../domain/bank-values.ts";
import { toDate } from "../../../../domain/calendar.ts";
import type { Deviations } from "../../../../domain/institutions/deviations.ts";
import { defineDialect } from "../../dialect.ts";
import {
  AccountBalances,
  AccountOwners,
  BerlinAccount,
  isOpenAccount,
  isSumOfCurrencies,
  listHolders,
  toBalances,
  toBankAccount,
} from "./account.ts";
import { AUTHORISATION, approachHeaders } from "./authorisation.ts";
import {
  BookedCardTransaction,
  CardAccount,
  CardBalances,
  CardOwners,
  CardTerms,
  PendingCardTransaction,
  signedRows,
} from "./card.ts";
import { BookedTransaction, PendingTransaction, toBankTransactions } from "./transaction.ts";
import { CARD_TRANSACTIONS_FILE, TRANSACTIONS_FILE } from "./transactions-file.ts";

/** The maximum validity of a consent, by the EU's Delegated Regulation 2022/2360. */
const CONSENT_DAYS = 180;

/** The daily requests of a kind that a bank must allow without a waiting person (Regulation 2018/389, art. 36). */
const FREQUENCY_PER_DAY = 4;

const BALANCES = ["accounts", "balances"];

/** The requested rows, and their period. */
const PERIODS = {
  thrown: ["SERVICE_INVALID"],
  parameters: ({ bookingStatus }: Deviations) => ({ bookingStatus }),
  period: (from: string, to: string) => ({ dateFrom: from, dateTo: to }),
  marginDays: 1,
  minPeriodDays: 7,
  // Banks count both ends, so 90 days begin 89 days ago.
  shorterDays: [729, 547, 364, 179, 89, 59, 29],
};

/**
 * NextGenPSD2 of the Berlin Group, 1.3: account information, with a consent that this server
 * creates.
 */
export const berlinGroup = defineDialect(
  {
    name: "berlin-group",
    basePath: "/v1",
    headers: {
      request: "x-request-id",
      consent: "consent-id",
      person: { "psu-ip-address": "ipAddress", "psu-user-agent": "userAgent" },
      personIsUncounted: true,
      signed: ["digest", "x-request-id", "psu-id", "psu-corporate-id", "date", "tpp-redirect-uri"],
    },
    errorCode: ["tppMessages.0.code", "tppMessages.1.code", "tppMessages.code", "code"],
    refusals: [
      {
        statuses: [400, 401, 403],
        codes: ["CONSENT_EXPIRED", "CONSENT_INVALID", "CONSENT_UNKNOWN"],
        means: "sign in again",
      },
      {
        statuses: [400, 401, 403],
        codes: [
          ...["CERTIFICATE_INVALID", "CERTIFICATE_EXPIRED", "CERTIFICATE_BLOCKED"],
          ...["CERTIFICATE_REVOKED", "CERTIFICATE_MISSING", "SIGNATURE_INVALID"],
          ...["SIGNATURE_MISSING", "ROLE_INVALID", "CORPORATE_ID_INVALID"],
        ],
        means: "client refused",
      },
      {
        statuses: [400, 401, 403],
        codes: ["PSU_CREDENTIALS_INVALID", "SCA_INVALID"],
        means: "credentials refused",
      },
      { statuses: [400], codes: ["PERIOD_INVALID"], means: "period refused" },
      { statuses: [400], codes: ["FORMAT_ERROR"], word: "dateFrom", means: "period refused" },
      { statuses: [403], codes: ["RESOURCE_EXPIRED", "RESOURCE_UNKNOWN"], means: "absent" },
      { statuses: [400], codes: ["RESOURCE_UNKNOWN", "SERVICE_INVALID"], means: "absent" },
      { statuses: [404, 405, 410, 501], means: "absent" },
      { statuses: [403], means: "not granted" },
    ],
    nextPage: [
      { at: "transactions._links.next.href", parameter: null },
      { at: "transactions._links.next", parameter: null },
      { at: "cardTransactions._links.next.href", parameter: null },
      { at: "cardTransactions._links.next", parameter: null },
      { at: "_links.next.href", parameter: null },
      { at: "_links.next", parameter: null },
    ],
    consent: {
      inTokens: null,
      record: { path: "/consents/{consentId}", end: "validUntil", by: "client" },
      request: {
        path: "/consents",
        scope: null,
        approaches: ["oauth", "redirect", "decoupled", "embedded"],
        namesAccounts: true,
        preStep: ["AIS"],
        headers: approachHeaders,
        chosen: {
          header: "aspsp-sca-approach",
          words: { redirect: "REDIRECT", decoupled: "DECOUPLED", embedded: "EMBEDDED" },
        },
        authorisation: AUTHORISATION,
        site: ["_links.scaRedirect.href", "_links.scaRedirect", "_links.scaredirect.href"],
        body: (permissions, { now, deviations, accounts, readsPerDay }) => ({
          access: toAccess(permissions, deviations.consent, accounts),
          recurringIndicator: true,
          validUntil: toDate(
            Math.floor(now / 86_400_000) + (deviations.consentDays ?? CONSENT_DAYS),
          ),
          frequencyPerDay: Math.min(readsPerDay ?? FREQUENCY_PER_DAY, FREQUENCY_PER_DAY),
          combinedServiceIndicator: false,
        }),
        permissions: {
          auth: BALANCES,
          balance: BALANCES,
          liabilities: BALANCES,
          identity: [...BALANCES, "ownerName"],
          transactions: [...BALANCES, "transactions"],
          assets: [...BALANCES, "ownerName", "transactions"],
        },
        id: "consentId",
        status: "consentStatus",
        permissionsAt: "access",
        // A consent is authorized once, and then replaced by another one.
        reusable: [],
        states: {
          received: "waits",
          partiallyAuthorised: "waits for others",
          valid: "authorized",
          rejected: "refused",
          revokedByPsu: "refused",
          expired: "over",
          terminatedByTpp: "over",
        },
        claim: null,
        acrValues: [],
      },
    },
    scopes: ["AIS:{consentId}"],
    products: ["auth", "balance", "identity", "transactions", "assets", "liabilities"],
  },
  {
    accounts: {
      path: "/accounts",
      list: "accounts",
      schema: BerlinAccount,
      keyOf: ({ resourceId }) => resourceId,
      stateOf: (account) => (isOpenAccount(account) ? "open" : "closed"),
      isSum: isSumOfCurrencies,
      isSame: (one, other) => one.currency === other.currency && one.iban === other.iban,
      toAccount: toBankAccount,
      listHolders,
      toBalances,
    },
    details: {
      path: "/accounts/{accountId}/balances",
      isNeeded: ({ balances }) => balances.length === 0,
      schema: AccountBalances.transform(({ balances }) => (account: BerlinAccount) => ({
        ...account,
        balances,
      })),
    },
    liabilities: {
      path: "/accounts/{accountId}/balances",
      ofCards: true,
      schema: CardTerms,
    },
    investments: null,
    statements: null,
    numbers: null,
    owners: [{ path: "/accounts/{accountId}", schema: AccountOwners }],
    user: null,
    transactions: {
      path: "/accounts/{accountId}/transactions",
      list: "transactions.booked",
      schema: BookedTransaction,
      pending: { list: "transactions.pending", schema: PendingTransaction },
      ...{ elsewhere: ["booked", "transactions.0"], file: TRANSACTIONS_FILE },
      ...PERIODS,
      toTransactions: toBankTransactions,
    },
  },
  {
    accounts: {
      path: "/card-accounts",
      list: "cardAccounts",
      schema: CardAccount,
      keyOf: ({ resourceId }) => resourceId,
      stateOf: (account) => (isOpenAccount(account) ? "open" : "closed"),
      isSame: (one, other) => one.currency === other.currency,
      isOptional: true,
      toAccount: toBankAccount,
      listHolders,
      toBalances,
    },
    details: {
      path: "/card-accounts/{accountId}/balances",
      isNeeded: ({ balances }) => balances.length === 0,
      schema: CardBalances,
    },
    liabilities: {
      path: "/card-accounts/{accountId}/balances",
      ofCards: true,
      schema: CardTerms,
    },
    investments: null,
    statements: null,
    numbers: null,
    owners: [{ path: "/card-accounts/{accountId}", schema: CardOwners }],
    user: null,
    transactions: {
      path: "/card-accounts/{accountId}/transactions",
      list: "cardTransactions.booked",
      schema: BookedCardTransaction,
      pending: { list: "cardTransactions.pending", schema: PendingCardTransaction },
      ...{ elsewhere: ["booked", "cardTransactions.0"], file: CARD_TRANSACTIONS_FILE },
      ...PERIODS,
      toTransactions: (rows, account) => toBankTransactions(signedRows(rows, account), account),
    },
  },
);

/**
 * The access of a consent: all accounts, the user's named accounts, or (as empty lists) those that
 * the user picks at the bank.
 */
const toAccess = (
  permissions: readonly string[],
  kind: Deviations["consent"],
  accounts: readonly Iban[],
): object => {
  const hasOwners = permissions.includes("ownerName");
  if (kind === "global") return { allPsd2: hasOwners ? "allAccountsWithOwnerName" : "allAccounts" };
  const lists = permissions.filter((permission) => permission !== "ownerName");
  const named = kind === "detailed" ? accounts.map((iban) => ({ iban })) : [];
  return {
    ...Object.fromEntries(lists.map((list) => [list, named])),
    ...(hasOwners && { additionalInformation: { ownerName: named } }),
  };
};
