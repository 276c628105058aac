import { bookOf } from "../people/balances.mjs";
import { findCustomer } from "../people/customers.mjs";
import { answerAuthorisations, checkStart, startLinks } from "./approaches.mjs";
import { fetchBody } from "./body.mjs";
import { consentJson, termsIn, toStatus } from "./consents.mjs";
import { toFile } from "./files.mjs";
import { BerlinRefusal } from "./refusal.mjs";
import { requireSignature } from "./signature.mjs";
import {
  accountJson,
  balancesJson,
  cardJson,
  cardRowJson,
  toIban,
  transactionJson,
} from "./values.mjs";

/** @import { IncomingMessage } from "node:http" */
/** @import { AccountSeed, Customer } from "../people/types.d.mts" */

/** The paths of account information. */
export const BERLIN_BASE = "/v1";

const ROWS_A_PAGE = 100;
/** The end of a path to a file with the rows, at a bank that lists none. */
const FILE = /\/download\/1$/;
const HISTORY_DAYS = 730;
const IS_UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * @typedef {object} Call
 * @property {Customer} customer
 * @property {readonly AccountSeed[]} accounts those that are shared
 * @property {AccountSeed} account the one that the path names
 * @property {(access: string) => boolean} may
 * @property {URL} url
 * @property {number} now
 * @property {number} rowsAPage
 */

/**
 * The data of a user, and the access that it needs.
 * @type {[path: RegExp, access: string, answer: (call: Call) => unknown][]}
 */
const ROUTES = [
  [
    /^\/accounts$/,
    "accounts",
    ({ customer, accounts, may }) => ({
      accounts: accounts.map((each) => accountJson(customer, each, may("ownerName"))),
    }),
  ],
  [
    /^\/accounts\/([^/]+)$/,
    "accounts",
    ({ customer, account, may }) => ({
      account: accountJson(customer, account, may("ownerName")),
    }),
  ],
  [
    /^\/accounts\/([^/]+)\/balances$/,
    "balances",
    ({ customer, account, now }) => ({ balances: balancesJson(customer, account, now) }),
  ],
  [/^\/accounts\/([^/]+)\/transactions$/, "transactions", (call) => toTransactions(call)],
];

/**
 * The data of cards, at a bank that lists them apart.
 * @type {typeof ROUTES}
 */
const CARD_ROUTES = [
  [
    /^\/card-accounts$/,
    "accounts",
    ({ customer, accounts, may }) => ({
      cardAccounts: accounts.map((each) => cardJson(customer, each, may("ownerName"))),
    }),
  ],
  [
    /^\/card-accounts\/([^/]+)$/,
    "accounts",
    ({ customer, account, may }) => ({
      cardAccount: cardJson(customer, account, may("ownerName")),
    }),
  ],
  [
    /^\/card-accounts\/([^/]+)\/balances$/,
    "balances",
    ({ customer, account, now }) => ({
      cardAccount: { maskedPan: cardJson(customer, account, false).maskedPan },
      balances: balancesJson(customer, account, now),
    }),
  ],
  [
    /^\/card-accounts\/([^/]+)\/transactions$/,
    "transactions",
    (call) => {
      const { transactions } = toTransactions(call, cardRowJson);
      const { _links, ...lists } = transactions;
      const account = { href: `/v1/card-accounts/${call.account.id}` };
      return {
        cardAccount: { maskedPan: cardJson(call.customer, call.account, false).maskedPan },
        cardTransactions: { booked: [], ...lists, _links: { ..._links, cardAccount: account } },
      };
    },
  ],
];

/**
 * @param {Call} call
 * @param {typeof transactionJson | typeof cardRowJson} rowJson
 */
function toTransactions({ customer, account, url, now, rowsAPage }, rowJson = transactionJson) {
  const query = url.searchParams;
  const status = query.get("bookingStatus") ?? "";
  if (!/^(booked|pending|both)$/.test(status))
    throw new BerlinRefusal(400, "FORMAT_ERROR", "bookingStatus is missing or unknown.");
  const today = new Date(now).toISOString().slice(0, 10);
  const [from = "", to = today] = ["dateFrom", "dateTo"].map(
    (name) => query.get(name) ?? undefined,
  );
  const first = new Date(now - HISTORY_DAYS * 86_400_000).toISOString().slice(0, 10);
  if (!IS_DAY.test(from) || !IS_DAY.test(to))
    throw new BerlinRefusal(400, "FORMAT_ERROR", "dateFrom or dateTo is no day.");
  if (from < first) throw new BerlinRefusal(400, "PERIOD_INVALID", `Begin at ${first} or later.`);
  const bookings = bookOf(customer, account, now).toReversed();
  const booked = bookings
    .filter(({ postedAt }) => postedAt <= now)
    .map((booking) => ({ booking, day: new Date(booking.postedAt).toISOString().slice(0, 10) }))
    .filter(({ day }) => day >= from && day <= to)
    .map(({ booking }) => rowJson(booking, now));
  const pending = bookings
    .filter(({ postedAt }) => postedAt > now)
    .map((booking) => rowJson(booking, now));
  const page = Number(query.get("page") ?? 1);
  const start = page === 1 ? 0 : (page - 1) * rowsAPage;
  const next = new URL(url);
  next.searchParams.set("page", `${page + 1}`);
  return {
    transactions: {
      ...(status !== "pending" && { booked: booked.slice(start, start + rowsAPage) }),
      ...(status !== "booked" && page === 1 && { pending }),
      _links: {
        account: { href: `/v1/accounts/${account.id}` },
        // A path alone, as the standard allows.
        ...(booked.length > start + rowsAPage && {
          next: { href: `${next.pathname}${next.search}` },
        }),
      },
    },
  };
}

/**
 * Handles a request to the account information of NextGenPSD2; throws a Refusal.
 * @param {{ provider: import("../oidc.d.mts").BankProvider, issuer: string, storage: import("../storage.mjs").Storage, clock: () => number,
 *   intents: ReturnType<typeof import("../uk/consents.mjs").intentStore>,
 *   refusedBy?: (body: unknown) => { status: number, body: unknown } | undefined,
 *   requireToken: typeof import("../data-api/require-token.mjs").requireToken,
 *   cardAccounts: boolean, wantsSignatures: boolean, preStep: boolean, countsReads: boolean, rowsInFile: import("../server.d.mts").BankOptions["rowsInFile"], approach: NonNullable<import("../server.d.mts").BankOptions["approach"]>,
 *   authorisations: ReturnType<typeof import("./authorisations.mjs").authorisationStore> }} bank
 * @param {IncomingMessage} request
 * @param {string} clientId
 * @returns {Promise<{ status: number, body: unknown, headers?: Record<string, string> }>}
 */
export const answerBerlin = async (bank, request, clientId) => {
  const url = new URL(request.url ?? "/", bank.issuer);
  const path = url.pathname.slice(BERLIN_BASE.length);
  if (!IS_UUID.test(String(request.headers["x-request-id"])))
    throw new BerlinRefusal(400, "FORMAT_ERROR", "X-Request-ID is no UUID.");
  if (bank.wantsSignatures) await requireSignature(request);
  const token = bank.preStep ? await bank.requireToken(bank, request, "AIS") : undefined;
  if (path.startsWith("/consents"))
    return answerConsents({ ...bank, signedIn: token?.accountId }, request, { path, clientId });
  if (request.method !== "GET") throw new BerlinRefusal(405, "SERVICE_INVALID", "Only GET.");
  const [list, isFile] = [path.replace(FILE, ""), FILE.test(path)];
  if (!bank.rowsInFile || !/\/transactions$/.test(list))
    return { status: 200, body: await answerUser(bank, request, path, url) };
  const body = await answerUser(bank, request, list, url, Number.POSITIVE_INFINITY);
  if (isFile) return toFile(bank.rowsInFile, list.split("/")[2] ?? "", /** @type {any} */ (body));
  const href = `${url.pathname}/download/1${url.search}`;
  return { status: 200, body: { _links: { download: { href } } } };
};

/** @typedef {Parameters<typeof answerBerlin>[0] & { signedIn?: string | undefined }} Bank */

/**
 * @param {Bank} bank
 * @param {IncomingMessage} request
 * @param {{ path: string, clientId: string }} call
 */
async function answerConsents(bank, request, { path, clientId }) {
  if (request.method === "POST" && path === "/consents") {
    if (!request.headers["psu-ip-address"])
      throw new BerlinRefusal(400, "FORMAT_ERROR", "PSU-IP-Address is missing.");
    const content = await fetchBody(request);
    const refused = bank.refusedBy?.(content);
    if (refused) return refused;
    const { access, until, ...terms } = termsIn(content, bank.clock());
    const start = checkStart(bank, request);
    const intent = bank.intents.create(clientId, access, until, terms);
    const { id } = intent;
    const links = {
      ...startLinks(bank, id, start),
      self: { href: `/v1/consents/${id}` },
      status: { href: `/v1/consents/${id}/status` },
    };
    const body = { consentStatus: toStatus(intent, bank.clock()), consentId: id, _links: links };
    return { status: 201, body };
  }
  const [, , id = "", part] = path.split("/");
  const intent = bank.intents.read(id);
  if (intent?.clientId !== clientId)
    throw new BerlinRefusal(403, "CONSENT_UNKNOWN", "There is no such consent.");
  if (part === "authorisations")
    return answerAuthorisations(bank, request, { consentId: id, id: path.split("/")[4] });
  if (request.method === "GET" && part === "status")
    return { status: 200, body: { consentStatus: toStatus(intent, bank.clock()) } };
  if (request.method === "GET") return { status: 200, body: consentJson(intent, bank.clock()) };
  if (request.method !== "DELETE") throw new BerlinRefusal(405, "SERVICE_INVALID", "No.");
  bank.intents.delete(id);
  return { status: 204, body: undefined };
}

/**
 * @param {Bank} bank
 * @param {IncomingMessage} request
 * @param {string} path
 * @param {URL} url
 */
async function answerUser(bank, request, path, url, rowsAPage = ROWS_A_PAGE) {
  const isOfCards = path.startsWith("/card-accounts");
  const routes = isOfCards && bank.cardAccounts ? CARD_ROUTES : ROUTES;
  const route = routes.find(([pattern]) => pattern.test(path));
  if (!route) throw new BerlinRefusal(404, "RESOURCE_UNKNOWN", "There is no such path.");
  const consentId = String(request.headers["consent-id"]);
  const intent = bank.intents.read(consentId);
  const consent = bank.storage.get(`Consent:${await consentKey(bank, request, consentId)}`);
  const customer = findCustomer(consent?.customerId);
  if (!consent || !customer || intent?.status !== "Authorised")
    throw new BerlinRefusal(401, "CONSENT_INVALID", "The consent has ended, or never began.");
  if (Date.parse(intent.expiresAt ?? "") <= bank.clock())
    throw new BerlinRefusal(401, "CONSENT_EXPIRED", "The consent has ended.");
  const [pattern, access, answer] = route;
  if (bank.countsReads && !request.headers["psu-ip-address"]) countRead(bank, intent, path);
  const may = (/** @type {string} */ name) => intent.permissions.includes(name);
  if (!may(access)) throw new BerlinRefusal(401, "CONSENT_INVALID", "The consent lacks this.");
  const isListed = (/** @type {AccountSeed} */ { accountType }) =>
    !bank.cardAccounts || (accountType === "CREDITCARD") === isOfCards;
  const accounts = customer.accounts
    .filter(
      ({ id, category }) => consent.accountIds.includes(id) && category !== "INVESTMENT_ACCOUNT",
    )
    .filter(isListed)
    .filter(({ number }) => intent.ibans?.includes(toIban(number)) !== false);
  const [, accountId] = pattern.exec(path) ?? [];
  const account = accounts.find(({ id }) => id === accountId);
  if (accountId !== undefined && !account)
    throw new BerlinRefusal(404, "RESOURCE_UNKNOWN", "There is no such account.");
  const named = /** @type {AccountSeed} */ (account);
  return answer({ customer, accounts, account: named, may, url, now: bank.clock(), rowsAPage });
}

/**
 * Counts a read of an endpoint whose customer does not wait; throws a Refusal after those of a day.
 * @param {Bank} bank
 * @param {import("../uk/consents.mjs").Intent} intent
 * @param {string} path
 */
function countRead({ storage, clock }, { id, readsPerDay = 4 }, path) {
  const day = new Date(clock()).toISOString().slice(0, 10);
  const key = `Reads:${id} ${path} ${day}`;
  const { count = 0 } = storage.get(key) ?? {};
  if (count >= readsPerDay)
    throw new BerlinRefusal(429, "ACCESS_EXCEEDED", "Come back tomorrow, or with the customer.");
  storage.set(key, { count: count + 1 }, 2 * 86_400);
}

/**
 * The key of the accounts that a customer shares: the grant of the token, or without tokens the consent itself, which a
 * bank takes from the client whose certificate made it.
 * @param {Bank} bank
 * @param {IncomingMessage} request
 * @param {string} consentId
 */
async function consentKey(bank, request, consentId) {
  if (bank.approach === "oauth") {
    const token = await bank.requireToken(bank, request, `AIS:${consentId}`).catch((refusal) => {
      if (refusal.status !== 403) throw refusal;
      throw new BerlinRefusal(401, "CONSENT_INVALID", "The token is of another consent.");
    });
    return token.grantId;
  }
  if (request.headers.authorization && !bank.preStep)
    throw new BerlinRefusal(401, "TOKEN_INVALID", "There are no tokens here.");
  return consentId;
}
