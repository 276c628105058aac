import { PRODUCTS } from "../../../../../protocol/vocabulary.ts";
import { mapInTurns } from "../../../../domain/jobs/in-turns.ts";
import { defineDialect } from "../../dialect.ts";
import {
  FdxAccount,
  FdxPaymentNetwork,
  hasBalances,
  isClosed,
  isOpen,
  toBalances,
  toBankAccount,
  toNumbers,
} from "./account.ts";
import { accountKind } from "./account-kind.ts";
import { FdxContact, FdxCustomer, ownersFrom, toOwners } from "./contact.ts";
import { FdxHoldings } from "./holding.ts";
import { FdxInvestmentTransaction } from "./investment-transaction.ts";
import { FdxLiability } from "./liability.ts";
import { FdxStatement } from "./statement.ts";
import { FdxTransaction, toBankTransaction } from "./transaction.ts";

/** FDX 4.6 to 6.4. */
export const fdx = defineDialect(
  {
    name: "fdx",
    basePath: "/fdx/v6",
    headers: { request: "x-fapi-interaction-id", person: {} },
    errorCode: ["code"],
    refusals: [
      { statuses: [404, 405, 406, 409, 410, 501], means: "absent" },
      { statuses: [403], means: "not granted" },
      { statuses: [400], codes: ["703"], means: "period refused" },
    ],
    // FDX 6 continues by a key, earlier versions by an offset, which is equally opaque here.
    nextPage: [
      { at: "page.nextPageKey", parameter: "pageKey" },
      { at: "page.nextOffset", parameter: "offset" },
    ],
    consent: {
      inTokens: { id: "fdxConsentId", end: "sharing_expires_at" },
      record: { path: "/consents/{consentId}", end: "expirationTime", by: "user" },
      request: null,
    },
    scopes: null,
    products: PRODUCTS,
  },
  {
    accounts: {
      path: "/accounts",
      list: "accounts",
      schema: FdxAccount,
      keyOf: ({ accountId }) => accountId,
      stateOf: (account) => {
        if (isOpen(account)) return "open";
        return isClosed(account) ? "closed" : "unreadable";
      },
      isSame: (one, other) => one.accountNumberDisplay === other.accountNumberDisplay,
      toAccount: (account) => ({ ...toBankAccount(account), numbers: {} }),
      toBalances,
    },
    details: {
      path: "/accounts/{accountId}",
      isNeeded: (account) => !hasBalances(account),
      schema: FdxAccount.transform((details) => (account: FdxAccount) => ({
        ...account,
        ...withoutNulls(details),
        accountId: account.accountId,
      })),
    },
    numbers: {
      path: "/accounts/{accountId}/payment-networks",
      list: "paymentNetworks",
      schema: FdxPaymentNetwork,
      mayHave: (account) =>
        account.accountCategory == null || accountKind(account).type === "depository",
      toNumbers,
    },
    liabilities: {
      path: "/accounts/{accountId}",
      schema: FdxLiability.transform((terms) => terms && (() => terms)),
    },
    investments: {
      path: "/accounts/{accountId}",
      schema: FdxHoldings,
      transaction: FdxInvestmentTransaction,
    },
    statements: {
      path: "/accounts/{accountId}/statements",
      list: "statements",
      schema: FdxStatement,
      period: (startTime, endTime) => ({ startTime, endTime }),
      document: "/accounts/{accountId}/statements/{statementId}",
    },
    owners: [{ path: "/accounts/{accountId}/contact", schema: FdxContact.transform(toOwners) }],
    user: { path: "/customers/current", schema: FdxCustomer.transform(ownersFrom) },
    transactions: {
      path: "/accounts/{accountId}/transactions",
      list: "transactions",
      schema: FdxTransaction,
      period: (startTime, endTime) => ({ startTime, endTime }),
      marginDays: 7,
      minPeriodDays: 28,
      toTransactions: (rows, account) => {
        // Rows that name another account are left out.
        const own = rows.filter(
          (row) => (row.accountId ?? account.accountId) === account.accountId,
        );
        return mapInTurns(own, (row) => toBankTransaction(row, account));
      },
    },
  },
);

/** The details without empty fields, which would overwrite the list's values. */
const withoutNulls = (details: FdxAccount): Partial<FdxAccount> =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value != null));
