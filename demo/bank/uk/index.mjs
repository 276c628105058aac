import { bookOf } from "../people/balances.mjs";
import { findCustomer } from "../people/customers.mjs";
import { statementPdf } from "../people/statements.mjs";
import { intentJson, permissionsIn } from "./consents.mjs";
import { UkRefusal } from "./refusal.mjs";
import {
  accountJson,
  balancesJson,
  partiesJson,
  statementsJson,
  transactionJson,
} from "./values.mjs";

/** @import { IncomingMessage } from "node:http" */
/** @import { AccountSeed, Customer } from "../people/types.d.mts" */
/** @import { Intent } from "./consents.mjs" */
/** @import { Version } from "./values.mjs" */

/** The paths of account information, of both versions. */
export const UK_BASE = /^\/open-banking\/(v3\.1|v4\.0)\/aisp(?=\/)/;

const ROWS_A_PAGE = 100;
const HISTORY_MS = 730 * 86_400_000;

/**
 * @typedef {object} Call
 * @property {Version} version
 * @property {Customer} customer
 * @property {readonly AccountSeed[]} accounts those that are shared
 * @property {AccountSeed} account the one that the path names
 * @property {string} statementId the one that the path names
 * @property {(permission: string) => boolean} may
 * @property {URLSearchParams} query
 * @property {number} now
 */

/** @typedef {[path: RegExp, permission: string[], field: string, answer: (call: Call) => unknown]} Route */

/**
 * The data of a user, the permissions of which one is needed, and the field of the response.
 * @type {Route[]}
 */
const ROUTES = [
  [
    /^\/accounts$/,
    ["ReadAccountsBasic", "ReadAccountsDetail"],
    "Account",
    ({ version, customer, accounts, may }) =>
      accounts.map((each) => accountJson(version, customer, each, may("ReadAccountsDetail"))),
  ],
  [
    /^\/accounts\/([^/]+)\/balances$/,
    ["ReadBalances"],
    "Balance",
    ({ version, customer, account, now }) => balancesJson(version, customer, account, now),
  ],
  [
    /^\/accounts\/([^/]+)\/transactions$/,
    ["ReadTransactionsBasic", "ReadTransactionsDetail"],
    "Transaction",
    toTransactions,
  ],
  [
    /^\/accounts\/([^/]+)\/parties$/,
    ["ReadParty"],
    "Party",
    ({ version, customer, account }) => partiesJson(version, customer, account),
  ],
  [
    /^\/accounts\/([^/]+)\/party$/,
    ["ReadParty"],
    "Party",
    ({ version, customer, account }) => partiesJson(version, customer, account)[0],
  ],
  [
    /^\/accounts\/([^/]+)\/statements$/,
    ["ReadStatementsBasic", "ReadStatementsDetail"],
    "Statement",
    ({ customer, account, now }) => statementsJson(customer, account, now),
  ],
  [
    /^\/accounts\/([^/]+)\/statements\/([^/]+)\/file$/,
    ["ReadStatementsDetail"],
    "File",
    ({ customer, account, statementId, now }) => {
      const pdf = statementPdf(customer, account, statementId, now);
      if (!pdf) throw new UkRefusal(400, "UK.OBIE.Resource.NotFound", "There is no such file.");
      return pdf;
    },
  ],
  [
    /^\/party$/,
    ["ReadPartyPSU"],
    "Party",
    ({ version, customer }) => partiesJson(version, customer, undefined)[0],
  ],
];

/** @param {Call} call */
function toTransactions({ version, customer, account, may, query, now }) {
  const toTime = (/** @type {string} */ name) => {
    const text = query.get(name);
    if (text === null) return null;
    // A zone is ignored: the time is the bank's own.
    const time = Date.parse(`${text.slice(0, 19)}Z`);
    if (Number.isNaN(time))
      throw new UkRefusal(400, "UK.OBIE.Field.InvalidDate", `${name} is no time.`);
    return time;
  };
  const from = Math.max(toTime("fromBookingDateTime") ?? 0, now - HISTORY_MS);
  const to = toTime("toBookingDateTime") ?? now;
  const options = { now, hasDetails: may("ReadTransactionsDetail") };
  return bookOf(customer, account, now)
    .filter(({ at, postedAt }) => {
      const bookedAt = postedAt <= now ? postedAt : at;
      return bookedAt >= from && bookedAt <= to;
    })
    .filter(({ direction }) =>
      may(direction === "CREDIT" ? "ReadTransactionsCredits" : "ReadTransactionsDebits"),
    )
    .map((booking) => transactionJson(version, account, booking, options))
    .reverse();
}

/**
 * Handles a request to the account information of UK Open Banking; throws a Refusal.
 * @param {{ provider: import("../oidc.d.mts").BankProvider, issuer: string, tlsOrigin?: string | undefined,
 *   storage: import("../storage.mjs").Storage, clock: () => number,
 *   intents: ReturnType<typeof import("./consents.mjs").intentStore>,
 *   requireToken: typeof import("../data-api/require-token.mjs").requireToken }} bank
 * @param {IncomingMessage} request
 * @returns {Promise<{ status: number, body: unknown }>}
 */
export const answerUk = async (bank, request) => {
  // Links lead to the address that was called.
  const isTls = "encrypted" in request.socket && bank.tlsOrigin !== undefined;
  const url = new URL(request.url ?? "/", isTls ? bank.tlsOrigin : bank.issuer);
  const [base = "", version] = UK_BASE.exec(url.pathname) ?? [];
  const path = url.pathname.slice(base.length);
  if (!request.headers["x-fapi-interaction-id"])
    throw new UkRefusal(400, "UK.OBIE.Header.Missing", "x-fapi-interaction-id is missing.");
  const call = { version: /** @type {Version} */ (version), path, url };
  if (path.startsWith("/account-access-consents")) return answerConsents(bank, request, call);
  if (request.method !== "GET") throw new UkRefusal(405, "UK.OBIE.Unsupported", "Only GET.");
  return { status: 200, body: await answerUser(bank, request, call) };
};

/** @typedef {Parameters<typeof answerUk>[0]} Bank */
/** @typedef {{ version: Version, path: string, url: URL }} Address */

/**
 * @param {Bank} bank
 * @param {IncomingMessage} request
 * @param {Address} address
 */
async function answerConsents(bank, request, { version, path }) {
  const { AccessToken: _, ...rest } = bank.provider;
  const provider = { ...rest, AccessToken: bank.provider.ClientCredentials };
  const token = await bank.requireToken(
    /** @type {any} */ ({ ...bank, provider }),
    request,
    "accounts",
  );
  const clientId = String(token.clientId);
  if (request.method === "POST" && path === "/account-access-consents") {
    const intent = bank.intents.create(clientId, permissionsIn(await fetchBody(request)));
    return { status: 201, body: intentJson(version, intent) };
  }
  const intent = bank.intents.read(path.split("/")[2] ?? "");
  if (intent?.clientId !== clientId)
    throw new UkRefusal(400, "UK.OBIE.Resource.NotFound", "There is no such consent.");
  if (request.method === "GET") return { status: 200, body: intentJson(version, intent) };
  if (request.method !== "DELETE") throw new UkRefusal(405, "UK.OBIE.Unsupported", "No.");
  bank.intents.delete(intent.id);
  return { status: 204, body: undefined };
}

/**
 * @param {Bank} bank
 * @param {IncomingMessage} request
 * @param {Address} address
 */
async function answerUser(bank, request, { version, path, url }) {
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  if (!route) throw new UkRefusal(404, "UK.OBIE.Resource.NotFound", "There is no such path.");
  const token = await bank.requireToken(bank, request, "accounts");
  const consent = bank.storage.get(`Consent:${token.grantId}`);
  const intent = /** @type {Intent | undefined} */ (bank.intents.read(consent?.intentId ?? ""));
  const customer = findCustomer(token.accountId);
  if (!consent || !customer || intent?.status !== "Authorised")
    throw new UkRefusal(403, "UK.OBIE.Reauthenticate", "The consent has ended.");
  const [pattern, permissions, field, answer] = route;
  const may = (/** @type {string} */ permission) => intent.permissions.includes(permission);
  if (!permissions.some(may))
    throw new UkRefusal(403, "UK.OBIE.Resource.ConsentMismatch", "The consent lacks this.");
  const accounts = customer.accounts.filter(
    ({ id, category }) => consent.accountIds.includes(id) && category !== "INVESTMENT_ACCOUNT",
  );
  const [, accountId, statementId = ""] = pattern.exec(path) ?? [];
  const account = accounts.find(({ id }) => id === accountId);
  if (accountId !== undefined && !account)
    throw new UkRefusal(400, "UK.OBIE.Resource.NotFound", "There is no such account.");
  const data = answer({
    ...{ version, customer, accounts, may, query: url.searchParams, now: bank.clock() },
    account: /** @type {AccountSeed} */ (account),
    statementId,
  });
  if (data instanceof Uint8Array) return data;
  return pageJson(field, data, url);
}

/**
 * A response, of a list one page with the address of the next one.
 * @param {string} field
 * @param {unknown} data
 * @param {URL} url
 */
function pageJson(field, data, url) {
  const page = Number(url.searchParams.get("page") ?? 1);
  const isLast = !Array.isArray(data) || data.length <= page * ROWS_A_PAGE;
  const next = new URL(url);
  next.searchParams.set("page", `${page + 1}`);
  const start = (page - 1) * ROWS_A_PAGE;
  return {
    Data: { [field]: Array.isArray(data) ? data.slice(start, start + ROWS_A_PAGE) : data },
    Links: { Self: url.href, ...(!isLast && { Next: next.href }) },
    Meta: { TotalPages: Array.isArray(data) ? Math.ceil(data.length / ROWS_A_PAGE) : 1 },
  };
}

/** @param {IncomingMessage} request */
async function fetchBody(request) {
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? ""))
    throw new UkRefusal(415, "UK.OBIE.Header.Invalid", "The body has to be JSON.");
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new UkRefusal(400, "UK.OBIE.Resource.InvalidFormat", "The body is not JSON.");
  }
}
