import { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Product } from "../../../protocol/vocabulary.ts";
import type { Iban } from "../../domain/bank-values.ts";
import { Fault } from "../../domain/fault.ts";
import type { Approach } from "../../domain/institutions/institution-registration.ts";
import type { ConsentState } from "./authorisation-table.ts";
import { type ClientResponse, openClientCalls } from "./client-calls.ts";
import { futureOrNull } from "./consent.ts";
import type { Data } from "./data.ts";
import { fillPath, findMeaning, findState, refusalCodeIn, valueAt } from "./dialect.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

/** A consent that waits for its user. A new consent has its request's response with headers. */
export type RequestedConsent = {
  id: string;
  /** False if an existing consent is authorized again. */
  isNew: boolean;
  /** The user's name at the institution; null if its own site asks for the name. */
  user: string | null;
  response?: ClientResponse | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The earlier sign-in; null without one. */
  grant: Grant | null;
};

type Request = {
  previous: Grant | null;
  /** The address of the user's return, and its state. */
  redirectUri: string;
  state: string;
  /** The user's name at the institution; null if its own site asks for the name. */
  user: string | null;
  now: number;
  /** The accounts named by the user; empty if chosen at the institution. */
  accounts: readonly Iban[];
  /** The user's earlier sign-in; null without one. */
  grant: Grant | null;
};

/**
 * Returns the consent to authorize: the previous grant's, if it can be reauthorized and has all
 * permissions; otherwise a new one with exactly the products' permissions. Null in a dialect whose
 * sign-in creates the consent. Throws INVALID_CREDENTIALS for a user name that no header can carry.
 */
export const requestConsent = async (
  client: IssuerClient,
  products: readonly Product[],
  { previous, redirectUri, state: callbackState, user, now, accounts, grant }: Request,
): Promise<RequestedConsent | null> => {
  const { request, record } = client.dialect.consent;
  const { quota, standard } = client.connection;
  const { approach, deviations } = standard;
  if (!(request?.approaches ?? ["oauth"]).includes(approach))
    throw new Fault("INSTITUTION_REGISTRATION_REQUIRED", {
      cause: new Error(`the dialect ${client.dialect.name} has no approach ${approach}`),
    });
  if (request === null) return null;
  if (request.headers && user !== null && !isInHeader(user)) throw new Fault("INVALID_CREDENTIALS");
  const permissions = permissionsFor(request.permissions, products);
  const call = await openClientCalls(client, grant);
  const isOwn = previous?.issuer === client.metadata.issuer && !previous.isImported;
  const before = isOwn ? previous.consentId : null;
  if (before !== null && record !== null && request.reusable.length > 0) {
    const { status, body } = await call("GET", fillPath(record.path, { consentId: before }));
    const granted = valueAt(body, request.permissionsAt);
    const isWide =
      Array.isArray(granted) && permissions.every((permission) => granted.includes(permission));
    const state = String(valueAt(body, request.status));
    if (status === 200 && isWide && request.reusable.includes(state))
      return { id: before, isNew: false, user, grant };
  }
  const urls = returnUrls(redirectUri, callbackState, approach);
  const headers = request.headers?.({ approach, user, ...urls });
  const response = await call("POST", request.path, {
    body: request.body(permissions, {
      ...{ now, deviations, accounts },
      readsPerDay: quota?.countedBy === "endpoint" ? quota.requestsPerDay : null,
    }),
    headers,
  });
  const { status, body } = response;
  const id = valueAt(body, request.id);
  if ((status === 200 || status === 201) && typeof id === "string" && isConsentId(id))
    return { id, isNew: true, user, response, headers, grant };
  const code = refusalCodeIn(client.dialect, body);
  const meaning = findMeaning(client.dialect, status, code);
  if (meaning === "credentials refused") throw new Fault("INVALID_CREDENTIALS");
  const isOfClient = status === 403 || meaning === "client refused";
  throw new Fault(isOfClient ? "INSTITUTION_REGISTRATION_REQUIRED" : "UNSUPPORTED_RESPONSE", {
    cause: new Error(
      `the institution makes no consent: it responds ${status}${code === null ? "" : ` ${code}`} to ${request.path}`,
    ),
  });
};

/** Whether an HTTP header can carry a text: printable Latin-1. */
export const isInHeader = (text: string): boolean => /^[\x20-\x7e\xa0-\xff]+$/.test(text);

/**
 * The return addresses for the institution's site. OAuth has parameters for state and refusal;
 * without OAuth the addresses must contain them.
 */
export const returnUrls = (redirectUri: string, state: string, approach: Approach) => {
  const withParameters = (parameters: Record<string, string>): string =>
    `${redirectUri}?${new URLSearchParams({ ...parameters, state })}`;
  return approach === "oauth"
    ? { returnUrl: redirectUri, refusalUrl: redirectUri }
    : {
        returnUrl: withParameters({}),
        refusalUrl: withParameters({ error: "access_denied" }),
      };
};

/**
 * Whether a text may be a consent's id, in a path and a header. In a path, `.` and `..` are
 * folders.
 */
export const isConsentId = (id: string): boolean => /^(?!\.{1,2}$)[\x21-\x7e]{1,256}$/.test(id);

/** The permissions of products, each once, in the order of the table. */
export const permissionsFor = (
  table: Readonly<Partial<Record<Product, readonly string[]>>>,
  products: readonly Product[],
): string[] => [...new Set(products.flatMap((product) => table[product] ?? []))];

/**
 * The number of requests for a status that the bank may not have updated yet, and the pause between
 * them.
 */
const STATUS_TRIES = 5;
const STATUS_PAUSE_MS = 1000;

/** The refusal for each state in which a consent gives no access. */
export const STATE_FAULTS: Record<Exclude<ConsentState, "authorized">, ErrorCode> = {
  waits: "INSUFFICIENT_CREDENTIALS",
  "waits for others": "INSUFFICIENT_CREDENTIALS",
  refused: "OAUTH_USER_CANCELLED",
  over: "USER_INPUT_TIMEOUT",
};

/**
 * Throws OAUTH_USER_CANCELLED for a rejected consent, or one not authorized after a return by the
 * refusal's address; USER_INPUT_TIMEOUT for an ended consent; and INSUFFICIENT_CREDENTIALS for one
 * still waiting, such as for a second person. Without a status, the first read shows whether the
 * consent is authorized.
 */
export const requireAuthorized = async (
  client: IssuerClient,
  grant: Grant,
  { isRefused, pause }: { isRefused: boolean; pause(ms: number): Promise<void> },
): Promise<void> => {
  for (let tries = 1; grant.consentId !== null; tries++) {
    const { state, word } = await readConsentState(client, grant.consentId, grant);
    const isOpen = state === null || state === "authorized" || state === "waits";
    if (isRefused && isOpen)
      throw new Fault("OAUTH_USER_CANCELLED", {
        cause: new Error("the user came back by the address of a refusal"),
      });
    if (state === null || state === "authorized") return;
    if (state !== "waits" || tries === STATUS_TRIES)
      throw new Fault(STATE_FAULTS[state], {
        cause: new Error(`the consent is ${word} after its user's return`),
      });
    await pause(STATUS_PAUSE_MS);
  }
};

/** The state of a consent, and the institution's word for it; null without a status. */
export const readConsentState = async (
  client: IssuerClient,
  consentId: string,
  grant: Grant | null,
): Promise<{ state: ConsentState | null; word: string }> => {
  const { request, record } = client.dialect.consent;
  if (!request?.states || record?.by !== "client") return { state: null, word: "" };
  const call = await openClientCalls(client, grant);
  const { status, body } = await call("GET", fillPath(record.path, { consentId }));
  const meaning = findMeaning(client.dialect, status, refusalCodeIn(client.dialect, body));
  if (meaning === "sign in again") return { state: "over", word: "unknown" };
  const text = valueAt(body, request.status);
  if (status !== 200 || typeof text !== "string") return { state: null, word: "" };
  const word = /^\w{1,40}$/.exec(text)?.[0] ?? "unknown";
  return { state: findState(request.states, text) ?? "waits for others", word };
};

/** The end of a consent, read with the client's own token; undefined without a record or an end. */
const readConsentRecord = async (
  client: IssuerClient,
  consentId: string,
  grant: Grant,
): Promise<unknown> => {
  const { request, record } = client.dialect.consent;
  if (request === null || record?.by !== "client") return undefined;
  const call = await openClientCalls(client, grant);
  const { status, body } = await call("GET", fillPath(record.path, { consentId }));
  return status === 200 ? valueAt(body, record.end) : undefined;
};

/** Ends a consent at the institution. An unknown consent has already ended. */
export const endConsent = async (
  client: IssuerClient,
  consentId: string,
  grant: Grant,
): Promise<void> => {
  const { request, record } = client.dialect.consent;
  if (request === null || record === null) return;
  const call = await openClientCalls(client, grant);
  const { status, body } = await call("DELETE", fillPath(record.path, { consentId }));
  const meaning = findMeaning(client.dialect, status, refusalCodeIn(client.dialect, body));
  // A refusal of the consent, not of the client, means that it has ended or was never this
  // client's.
  if (status < 300 || (meaning !== null && meaning !== "client refused")) return;
  throw new Fault("UNSUPPORTED_RESPONSE", {
    cause: new Error(`the institution responds ${status} to the end of a consent`),
  });
};

/** The end of the user's consent by the institution, in ms since 1970; null if unknown. */
export const readConsentEnd = async (
  client: IssuerClient,
  data: Data,
  grant: Grant,
  now: number,
): Promise<number | null> => {
  const { consentId, consentExpiresAt } = grant;
  const { record } = client.dialect.consent;
  if (consentId === null || record === null) return consentExpiresAt;
  try {
    const end =
      record.by === "client"
        ? await readConsentRecord(client, consentId, grant)
        : valueAt(
            await data.get(fillPath(record.path, { consentId }), z.object({}).loose()),
            record.end,
          );
    return momentIn(end, now) ?? consentExpiresAt;
  } catch (failure) {
    // A sign-in does not fail because this date is missing.
    if (failure instanceof Fault) return consentExpiresAt;
    throw failure;
  }
};

/**
 * Returns the moment of an ISO 8601 text, in ms since 1970; a day means its end. Null for a past
 * moment, and for 9999-12-31, which means no end.
 */
const momentIn = (text: unknown, now: number): number | null => {
  if (typeof text !== "string") return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return futureOrNull(now, Date.parse(isDay ? `${text}T23:59:59Z` : text));
};
