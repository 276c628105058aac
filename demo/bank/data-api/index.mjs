import { findCustomer } from "../people/customers.mjs";
import { statementPdf } from "../people/statements.mjs";
import {
  accountJson,
  contactJson,
  customerJson,
  listedAccountJson,
  paymentNetworksJson,
  statementsJson,
} from "./accounts.mjs";
import { pageOf } from "./page-of.mjs";
import { Refusal } from "./refusal.mjs";
import { transactionsJson } from "./transactions.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { AccountSeed, Customer } from "../people/types.d.mts" */
/** @import { Ledger } from "../server.d.mts" */

/**
 * @typedef {object} Call
 * @property {Customer} customer
 * @property {readonly AccountSeed[]} accounts those that are shared
 * @property {AccountSeed} account the one that the path names
 * @property {string} statementId the one that the path names
 * @property {{ id: string, createdAt: number, expiresAt?: number }} consent the one that the token is of
 * @property {URLSearchParams} query
 * @property {number} now
 * @property {Ledger | undefined} ledger
 */

/** @typedef {[path: RegExp, scope: string, answer: (call: Call) => unknown]} Route */

/** The data API's base path. */
export const BASE = "/fdx/v6";

/**
 * Every endpoint of the data API, and the scope that it needs.
 * @type {Route[]}
 */
const ROUTES = [
  [/^\/consents\/(?:[^/]+)$/, "Account", ({ consent }) => consentJson(consent)],
  [
    /^\/customers\/current$/,
    "Customer",
    ({ customer, accounts }) => customerJson(customer, accounts),
  ],
  [
    /^\/accounts$/,
    "Account",
    ({ customer, accounts, query, now, ledger }) => {
      const { rows, page } = pageOf(accounts, query);
      return {
        page,
        accounts: rows.map((each) =>
          toAccount(listedAccountJson, { customer, account: each, now, ledger }),
        ),
      };
    },
  ],
  [/^\/accounts\/([^/]+)$/, "Account", (call) => toAccount(accountJson, call)],
  [
    /^\/accounts\/([^/]+)\/contact$/,
    "Customer",
    ({ customer, account }) => contactJson(customer, account),
  ],
  [
    /^\/accounts\/([^/]+)\/payment-networks$/,
    "Account",
    ({ account, query }) => list("paymentNetworks", paymentNetworksJson(account), query),
  ],
  [
    /^\/accounts\/([^/]+)\/transactions$/,
    "Transactions",
    ({ customer, account, query, now, ledger }) => {
      const rows = ledger?.transactions(account.id, query, now);
      return list("transactions", rows ?? transactionsJson(customer, account, query, now), query);
    },
  ],
  [
    /^\/accounts\/([^/]+)\/statements$/,
    "Transactions",
    ({ account, query, now }) => list("statements", statementsJson(account, now), query),
  ],
  [
    /^\/accounts\/([^/]+)\/statements\/([^/]+)$/,
    "Transactions",
    ({ customer, account, statementId, now }) => {
      const pdf = statementPdf(customer, account, statementId, now);
      if (!pdf) throw new Refusal(404, "1108", "There is no such statement.");
      return pdf;
    },
  ],
];

/**
 * Handles a request to the data API; throws a Refusal.
 * @param {{ provider: import("../oidc.d.mts").BankProvider, issuer: string, storage: import("../storage.mjs").Storage, clock: () => number,
 *   ledger?: Ledger | undefined, requireToken: typeof import("./require-token.mjs").requireToken }} bank
 * @param {IncomingMessage} request
 * @param {URLSearchParams} query
 */
export const answerData = async (bank, request, query) => {
  const path = request.url?.split("?")[0]?.slice(BASE.length) ?? "";
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  if (!route) throw new Refusal(404, "404", "There is no such endpoint.");
  if (request.method !== "GET")
    throw new Refusal(405, "405", "This address takes GET only.", { allow: "GET" });
  const [pattern, scope, answer] = route;
  const token = await bank.requireToken(bank, request, scope);
  const customer = findCustomer(token.accountId);
  const consent = bank.storage.get(`Consent:${token.grantId}`);
  if (!customer || !consent) throw new Refusal(403, "602", "Nothing is shared any more.");
  const accounts = customer.accounts.filter(({ id }) => consent.accountIds.includes(id));
  const [, accountId, statementId = ""] = pattern.exec(path) ?? [];
  const account = accounts.find(({ id }) => id === accountId);
  if (accountId !== undefined && !account)
    throw new Refusal(404, "701", "There is no such account, or it is not shared.");
  if (path.startsWith("/consents/") && path !== `/consents/${token.grantId}`)
    throw new Refusal(404, "404", "There is no such consent, or it is another token's.");
  const now = bank.clock();
  return answer({
    customer,
    accounts,
    account: /** @type {any} */ (account),
    statementId,
    consent: { ...consent, id: token.grantId },
    query,
    now,
    ledger: bank.ledger,
  });
};

/**
 * An account, with the balance of a ledger that has it.
 * @param {typeof listedAccountJson} json
 * @param {Pick<Call, "customer" | "account" | "now" | "ledger">} call
 */
const toAccount = (json, { customer, account, now, ledger }) => {
  const currentBalance = ledger?.balance(account.id, now);
  return {
    ...json(customer, account, now),
    ...(currentBalance !== undefined && { currentBalance }),
  };
};

/**
 * A consent as FDX has it.
 * @param {Call["consent"]} consent
 */
const consentJson = ({ id, createdAt, expiresAt }) => ({
  id,
  status: "ACTIVE",
  ...(expiresAt && {
    createdTime: new Date(createdAt).toISOString(),
    expirationTime: new Date(expiresAt).toISOString(),
    durationType: "TIME_BOUND",
  }),
});

/**
 * @param {string} name
 * @param {readonly { id: string }[]} all
 * @param {URLSearchParams} query
 */
function list(name, all, query) {
  const { rows, page } = pageOf(all, query);
  return { page, [name]: rows.map(({ id: _, ...row }) => row) };
}
