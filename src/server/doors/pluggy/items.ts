import { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { Fault } from "../../domain/fault.ts";
import { endGrant } from "../../domain/grants/make-grant.ts";
import { readerId } from "../../domain/grants/reader-id.ts";
import type { Limit } from "../../domain/limits/rate-limits.ts";
import { refreshTransactions } from "../../domain/transactions/ensure-fresh-feed.ts";
import { refreshInvestments } from "../../domain/transactions/investments/pull-investments.ts";
import type { DoorContext, DoorRequest } from "../door.ts";
import { chargeCall, type DoorAccount, type DoorConnection } from "../read-grant.ts";
import { connectorOf, INVESTMENT_PRODUCTS } from "./connectors.ts";
import { MAX_PAGE_SIZE, parseBody, parseId, toPage, toParameters } from "./parameters.ts";
import { accountsAsked, loadAccounts, type Reader } from "./reader.ts";

/** The limit of a reader's requests for an Item's new data. */
const UPDATES: Limit = { perMinute: 2, code: "TRANSACTIONS_LIMIT" };

/** The details stored with a link. */
export const LinkDetails = z.object({
  clientUserId: z.string().nullable(),
  webhookUrl: z.string().nullable(),
});

/** Responds to GET /items: the connections of the grant. */
export const listItems = async ({ query }: DoorRequest, context: DoorContext, reader: Reader) => {
  const parameters = toParameters(query, ["page", "pageSize"]);
  const page = parameters.count("page", 1, 1_000_000);
  const pageSize = parameters.count("pageSize", MAX_PAGE_SIZE, MAX_PAGE_SIZE);
  const all = listConnections(await loadAccounts(context, reader));
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  const results = await Promise.all(shown.map((item) => toItem(item, context, reader)));
  return toPage(results, { page, pageSize, total: all.length });
};

/** Responds to GET /items/{id}. */
export const readItem = async (request: DoorRequest, context: DoorContext, reader: Reader) =>
  toItem(await loadConnection(request.params.id ?? "", context, reader), context, reader);

const Update = z.looseObject({
  id: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Responds to PATCH /items/{id}: requests new data from the institution. An Item with a lost login
 * is not updated: its user signs in by Link, and this path takes no credentials.
 */
export const updateItem = async (request: DoorRequest, context: DoorContext, reader: Reader) => {
  const { parameters } = parseBody(Update, request.body);
  if (Object.keys(parameters ?? {}).length > 0)
    throw new Fault("INVALID_FIELD", {
      message: `parameters must be left out: users sign in ${BY_LINK}`,
    });
  const connection = await loadConnection(request.params.id ?? "", context, reader);
  const { item, problem } = connection;
  if (needsUser(problem))
    throw new Fault("ITEM_LOGIN_REQUIRED", {
      message: `the user has to sign in again, ${BY_LINK}`,
    });
  await context.guessLimiter.pass(`grant update ${reader.grant.grantId} ${item.itemId}`, UPDATES);
  chargeCall(context, [item], "transactions");
  await refreshTransactions(context, item);
  if (item.products.includes("investments"))
    await refreshInvestments(context, item).catch(unlessNone);
  const { status, executionStatus, ...rest } = await toItem(connection, context, reader);
  const isDone = context.environment === "sandbox" || status !== "UPDATED";
  return isDone
    ? { ...rest, status, executionStatus }
    : { ...rest, status: "UPDATING", executionStatus: "TRANSACTIONS_IN_PROGRESS" };
};

/** Ignores that an Item has no investment account. */
function unlessNone(failure: unknown): void {
  if (!(failure instanceof Fault && failure.code === "NO_INVESTMENT_ACCOUNTS")) throw failure;
}

const BY_LINK = "at the connectUrl of POST /connect_token with this itemId";

/** Responds to DELETE /items/{id}: removes the Item from the grant. Others keep the Item. */
export const deleteItem = async (request: DoorRequest, context: DoorContext, reader: Reader) => {
  const { item } = await loadConnection(request.params.id ?? "", context, reader);
  const { grantId } = reader.grant;
  await endGrant(context, grantId, { kind: "reader", name: grantId }, [item.itemId]);
  return { count: 1 };
};

/** The accounts of a reader's Item. */
export const accountsOfItem = async (
  itemId: string,
  context: DoorContext,
  reader: Reader,
): Promise<DoorAccount[]> => {
  const own = await accountsAsked(context, reader, (id) => readerId("item", id) === itemId);
  if (own.length === 0)
    throw new Fault("ITEM_NOT_FOUND", { message: "there is no item with this id" });
  return own;
};

/** The connection of a reader's Item. */
export async function loadConnection(
  itemId: string,
  context: DoorContext,
  reader: Reader,
): Promise<DoorConnection> {
  const [first] = await accountsOfItem(parseId(itemId, "id"), context, reader);
  if (!first) throw new Error("an Item without accounts was found");
  return first.connection;
}

const listConnections = (accounts: readonly DoorAccount[]): DoorConnection[] => [
  ...new Set(accounts.map(({ connection }) => connection)),
];

async function toItem(
  { item, institution, problem }: DoorConnection,
  context: DoorContext,
  { grant }: Reader,
) {
  const [link] = await context.store.grantLinks.linked(grant.grantId, item.itemId);
  const details = link ? LinkDetails.parse(JSON.parse(link.details)) : null;
  const pulledAt = (await context.store.transactions.feed(item.itemId))?.pulledAt;
  const updatedAt = new Date(pulledAt ?? item.loggedInAt).toISOString();
  return {
    id: readerId("item", item.itemId),
    connector: connectorOf(institution, context),
    ...toState(problem),
    statusDetail: null,
    createdAt: new Date(item.createdAt).toISOString(),
    updatedAt,
    lastUpdatedAt: updatedAt,
    parameter: null,
    webhookUrl: details?.webhookUrl ?? null,
    clientUserId: details?.clientUserId ?? null,
    userAction: null,
    consecutiveFailedLoginAttempts: needsUser(problem) ? 1 : 0,
    nextAutoSyncAt: null,
    consentExpiresAt:
      item.consentExpiresAt === null ? null : new Date(item.consentExpiresAt).toISOString(),
    products: [
      "ACCOUNTS",
      ...(item.products.includes("transactions") ? ["TRANSACTIONS"] : []),
      ...(item.products.includes("investments") ? INVESTMENT_PRODUCTS : []),
    ],
  };
}

/** An Item's state in the protocol's form. */
type ItemStatus = {
  status: "UPDATED" | "UPDATING" | "LOGIN_ERROR" | "OUTDATED";
  execution: string;
};

/**
 * The problems that pass by themselves, or concern more than the login. All others need the user.
 */
const STATES: { readonly [Code in ErrorCode]?: ItemStatus } = {
  PRODUCT_NOT_READY: { status: "UPDATING", execution: "TRANSACTIONS_IN_PROGRESS" },
  INSTITUTION_DOWN: { status: "OUTDATED", execution: "SITE_NOT_AVAILABLE" },
  INSTITUTION_NOT_AVAILABLE: { status: "OUTDATED", execution: "SITE_NOT_AVAILABLE" },
  INSTITUTION_NO_LONGER_SUPPORTED: { status: "OUTDATED", execution: "SITE_NOT_AVAILABLE" },
  INSTITUTION_NOT_RESPONDING: { status: "OUTDATED", execution: "CONNECTION_ERROR" },
  INSTITUTION_RATE_LIMIT: { status: "OUTDATED", execution: "CONNECTION_ERROR" },
  INTERNAL_SERVER_ERROR: { status: "OUTDATED", execution: "UNEXPECTED_ERROR" },
  UNSUPPORTED_RESPONSE: { status: "OUTDATED", execution: "UNEXPECTED_ERROR" },
  INVALID_MFA: { status: "LOGIN_ERROR", execution: "INVALID_CREDENTIALS_MFA" },
  ITEM_LOCKED: { status: "LOGIN_ERROR", execution: "ACCOUNT_LOCKED" },
  PASSWORD_RESET_REQUIRED: { status: "LOGIN_ERROR", execution: "ACCOUNT_CREDENTIALS_RESET" },
  USER_SETUP_REQUIRED: { status: "LOGIN_ERROR", execution: "ACCOUNT_NEEDS_ACTION" },
  ACCESS_NOT_GRANTED: { status: "LOGIN_ERROR", execution: "USER_AUTHORIZATION_NOT_GRANTED" },
};

const LOGIN_LOST: ItemStatus = { status: "LOGIN_ERROR", execution: "INVALID_CREDENTIALS" };

/** Whether an Item stays unchanged until its user signs in. */
export const needsUser = (problem: ErrorCode | null): boolean =>
  problem !== null && (STATES[problem] ?? LOGIN_LOST).status === "LOGIN_ERROR";

function toState(problem: ErrorCode | null) {
  if (problem === null) return { status: "UPDATED", executionStatus: "SUCCESS", error: null };
  const { status, execution } = STATES[problem] ?? LOGIN_LOST;
  const message = MESSAGES[status];
  return {
    status,
    executionStatus: execution,
    error: message === null ? null : { code: execution, message },
  };
}

const MESSAGES = {
  UPDATED: null,
  UPDATING: null,
  LOGIN_ERROR: "The user has to sign in again.",
  OUTDATED: "The institution cannot be reached. The data is that of the last update.",
};
