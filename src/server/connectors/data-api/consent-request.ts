import { z } from "zod";
import type { Product } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { openClientCalls } from "./client-calls.ts";
import { futureOrNull } from "./consent.ts";
import type { Data } from "./data.ts";
import { fillPath, meaningOf, refusalCodeIn, valueAt } from "./dialect.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

/** A consent that waits for its user; it is new unless it is authorized another time. */
export type RequestedConsent = { id: string; isNew: boolean };

/**
 * The consent that a user is about to authorize: the one of the grant before, if the institution lets it be
 * authorized another time and it has all permissions; else a new one, with exactly the permissions that the products
 * need. Null in a dialect whose sign-in makes it.
 */
export const requestConsent = async (
  client: IssuerClient,
  products: readonly Product[],
  { previous, redirectUri, now }: { previous: Grant | null; redirectUri: string; now: number },
): Promise<RequestedConsent | null> => {
  const { request, record } = client.dialect.consent;
  if (request === null) return null;
  const permissions = permissionsFor(request.permissions, products);
  const call = await openClientCalls(client, request.scope);
  const before = previous?.issuer === client.metadata.issuer ? previous.consentId : null;
  if (before !== null && record !== null && request.reusable.length > 0) {
    const { status, body } = await call("GET", fillPath(record.path, { consentId: before }));
    const granted = valueAt(body, request.permissionsAt);
    const isWide =
      Array.isArray(granted) && permissions.every((permission) => granted.includes(permission));
    const state = String(valueAt(body, request.status));
    if (status === 200 && isWide && request.reusable.includes(state))
      return { id: before, isNew: false };
  }
  const { consent: kind } = client.connection.standard.deviations;
  const { status, body } = await call("POST", request.path, {
    body: request.body(permissions, { now, kind }),
    headers: request.headers?.(redirectUri),
  });
  const id = valueAt(body, request.id);
  if ((status === 200 || status === 201) && typeof id === "string" && isConsentId(id))
    return { id, isNew: true };
  const code = refusalCodeIn(client.dialect, body);
  throw new Fault(status === 403 ? "INSTITUTION_REGISTRATION_REQUIRED" : "UNSUPPORTED_RESPONSE", {
    cause: new Error(
      `the institution makes no consent: it responds ${status}${code === null ? "" : ` ${code}`} to ${request.path}`,
    ),
  });
};

const isConsentId = (id: string): boolean => /^[\x21-\x7e]{1,256}$/.test(id);

/** The permissions of products, each once, in the order of the table. */
const permissionsFor = (
  table: Readonly<Partial<Record<Product, readonly string[]>>>,
  products: readonly Product[],
): string[] => [...new Set(products.flatMap((product) => table[product] ?? []))];

/**
 * Throws OAUTH_USER_CANCELLED for a consent that its user has rejected, and INSUFFICIENT_CREDENTIALS for one that is not
 * authorized, such as one that waits for a second person; the first read tells it if the institution states no status.
 */
export const requireAuthorized = async (
  client: IssuerClient,
  consentId: string | null,
): Promise<void> => {
  const { request, record } = client.dialect.consent;
  if (!request?.authorized || record?.by !== "client" || consentId === null) return;
  const call = await openClientCalls(client, request.scope);
  const { status, body } = await call("GET", fillPath(record.path, { consentId }));
  const state = valueAt(body, request.status);
  if (status !== 200 || typeof state !== "string" || request.authorized.includes(state)) return;
  const word = /^\w{1,40}$/.exec(state)?.[0] ?? "unknown";
  throw new Fault(word === "rejected" ? "OAUTH_USER_CANCELLED" : "INSUFFICIENT_CREDENTIALS", {
    cause: new Error(`the consent is ${word} after its user's return`),
  });
};

/** The end of a consent by the client's own token; undefined if it has no record, or none that tells its end. */
const readConsentRecord = async (client: IssuerClient, consentId: string): Promise<unknown> => {
  const { request, record } = client.dialect.consent;
  if (request === null || record?.by !== "client") return undefined;
  const call = await openClientCalls(client, request.scope);
  const { status, body } = await call("GET", fillPath(record.path, { consentId }));
  return status === 200 ? valueAt(body, record.end) : undefined;
};

/** Ends a consent at the institution; one that it does not know any more has ended. */
export const endConsent = async (client: IssuerClient, consentId: string): Promise<void> => {
  const { request, record } = client.dialect.consent;
  if (request === null || record === null) return;
  const call = await openClientCalls(client, request.scope);
  const { status, body } = await call("DELETE", fillPath(record.path, { consentId }));
  const code = refusalCodeIn(client.dialect, body);
  // A refusal that the dialect gives a meaning is of a consent that is over, or was never this client's.
  if (status < 300 || meaningOf(client.dialect, status, code) !== null) return;
  throw new Fault("UNSUPPORTED_RESPONSE", {
    cause: new Error(`the institution responds ${status} to the end of a consent`),
  });
};

/** The end of the user's consent as the institution states it, in ms since 1970; null if it states none. */
export const readConsentEnd = async (
  client: IssuerClient,
  data: Data,
  { consentId, consentExpiresAt }: Grant,
  now: number,
): Promise<number | null> => {
  const { record } = client.dialect.consent;
  if (consentId === null || record === null) return consentExpiresAt;
  try {
    const end =
      record.by === "client"
        ? await readConsentRecord(client, consentId)
        : valueAt(
            await data.get(fillPath(record.path, { consentId }), z.object({}).loose()),
            record.end,
          );
    return momentIn(end, now) ?? consentExpiresAt;
  } catch (failure) {
    // A sign-in does not fail for want of this date.
    if (failure instanceof Fault) return consentExpiresAt;
    throw failure;
  }
};

/**
 * The moment of an ISO 8601 text, in ms since 1970, of a day its end; null if it names none, or one that has passed.
 * The day 9999-12-31 stands for none.
 */
const momentIn = (text: unknown, now: number): number | null => {
  if (typeof text !== "string") return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return futureOrNull(now, Date.parse(isDay ? `${text}T23:59:59Z` : text));
};
