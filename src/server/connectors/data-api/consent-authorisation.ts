import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { Fault } from "../../domain/fault.ts";
import type { AuthorisationTable, ConsentState } from "./authorisation-table.ts";
import { MAX_URL_CHARACTERS } from "./authorization.ts";
import { type ClientResponse, openClientCalls } from "./client-calls.ts";
import {
  type ConsentProgress,
  consentGrant,
  readProgress,
  requireApproach,
  textAt,
  writeProgress,
} from "./consent-progress.ts";
import { type RequestedConsent, readConsentState, STATE_FAULTS } from "./consent-request.ts";
import { fillPath, findMeaning, findState, refusalCodeIn, valueAt } from "./dialect.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

/** Banks give users about five minutes. The bank's own status ends an approval earlier. */
const LIFETIME_MS = 10 * 60 * 1000;

const POLL_INTERVAL_MS = 5000;

/** The longest message for a user, by NextGenPSD2 1.3. */
const MAX_MESSAGE = 500;

/**
 * Returns the bank's address at which a user authorizes a consent, and the progress. The address is
 * in the response to the consent, or to an authorization started if necessary.
 */
export const startAtSite = async (
  client: IssuerClient,
  consent: RequestedConsent,
  redirectUri: string,
): Promise<{ url: string; progress: string }> => {
  const { connection, dialect } = client;
  const places = dialect.consent.request?.site ?? [];
  const hasLink = textAt(consent.response?.body, places) !== null;
  const { response } = hasLink
    ? requireApproach(client, consent)
    : await startAuthorisation(client, consent);
  const link = textAt(response?.body, places);
  const url = link === null ? null : URL.parse(link, `${connection.dataUrl}/`);
  const schemes = connection.issuer.startsWith("http:") ? ["https:", "http:"] : ["https:"];
  if (!url || !schemes.includes(url.protocol) || url.href.length > MAX_URL_CHARACTERS)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error(
        `the consent has no https link at ${places.join(" or ")}: its users authorize it by another approach`,
      ),
    });
  const progress = writeProgress(client, consent, { redirectUri, authorisationId: null });
  return { url: url.href, progress };
};

/**
 * Requests the user's approval of a consent in the bank's app, by the consent's authorization or a
 * new one.
 */
export const startInApp = async (client: IssuerClient, consent: RequestedConsent) => {
  const started = await startAuthorisation(client, consent);
  return {
    ...approvalOf(client, started.response?.body),
    progress: writeProgress(client, consent, {
      redirectUri: null,
      authorisationId: started.authorisationId,
    }),
  };
};

/** The bank's words and code for a user who is to approve, and the polling interval. */
export const approvalOf = (client: IssuerClient, body: unknown) => {
  const { code, message } = requireTable(client);
  return {
    code: shortText(textAt(body, code), 20),
    message: shortText(textAt(body, [message]), MAX_MESSAGE),
    lifetimeMs: LIFETIME_MS,
    intervalMs: POLL_INTERVAL_MS,
  };
};

/** A bank's words for its user on one line; null for none, and for more than a sentence or two. */
export const shortText = (text: string | null, length: number): string | null => {
  const line = text?.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim() ?? "";
  return line === "" || line.length > length ? null : line;
};

type Started = { authorisationId: string | null; response: ClientResponse | undefined };

/**
 * The authorization of a consent: from the consent's response, or started now; none at some banks.
 */
export const startAuthorisation = async (
  client: IssuerClient,
  consent: RequestedConsent,
  startBody: object = {},
): Promise<Started> => {
  const { id: consentId, response, headers, grant } = requireApproach(client, consent);
  const table = requireTable(client);
  const implicit = authorisationIdIn(table, response?.body);
  if (implicit !== null) return { authorisationId: implicit, response };
  const call = await openClientCalls(client, grant);
  const path = fillPath(table.start, { consentId });
  const started = await call("POST", path, { body: startBody, headers });
  requireApproach(client, { response: started });
  const { status, body } = started;
  const code = refusalCodeIn(client.dialect, body);
  const meaning = findMeaning(client.dialect, status, code);
  // Some banks have no authorizations, only the consent's status.
  if (meaning === "absent") return { authorisationId: null, response };
  if (meaning === "credentials refused") throw new Fault("INVALID_CREDENTIALS");
  const authorisationId = authorisationIdIn(table, body);
  if (status < 300 && authorisationId !== null) return { authorisationId, response: started };
  throw new Fault("UNSUPPORTED_RESPONSE", {
    cause: new Error(
      `the institution starts no authorization: it responds ${status}${code === null ? "" : ` ${code}`} to ${table.start}`,
    ),
  });
};

/** The id of an authorization in a body, directly or at the end of a link. */
export const authorisationIdIn = (
  { id, path }: AuthorisationTable,
  body: unknown,
): string | null => {
  const ending = new RegExp(
    `${path.replace("{consentId}", "[^/]+").replace("{authorisationId}", "([^/?#]+)")}$`,
  );
  for (const place of id) {
    const text = textAt(body, [place]);
    const found = text?.includes("/") ? ending.exec(text)?.[1] : text;
    if (found && /^[\x21-\x7e]{1,256}$/.test(found)) return found;
  }
  return null;
};

/** The table of the authorization of consents in the client's dialect. */
export function requireTable({ dialect }: IssuerClient): AuthorisationTable {
  const table = dialect.consent.request?.authorisation;
  if (!table) throw new Error("a dialect with approaches has a table of them");
  return table;
}

/**
 * The result of a consent in the bank's app: its grant, waiting, or a refusal with the grant to
 * end.
 */
export type Approved =
  | { grant: Grant; isNew: boolean }
  | { at: "pending"; slowDown: false }
  | { refusal: Fault; grant: Grant; isNew: boolean };

/**
 * Polls whether a user has approved a consent, by the authorization's status and then the
 * consent's.
 */
export const fetchApproved = async (
  client: IssuerClient,
  progress: string,
  id: string,
): Promise<Approved> => {
  const consent = readProgress(client, progress);
  const { consentId, isNew } = consent;
  const approved = { grant: consentGrant(client, consent, id), isNew };
  const pending = { at: "pending", slowDown: false } as const;
  const refuse = (code: ErrorCode) => ({ refusal: new Fault(code), ...approved });
  const state = await readAuthorisationState(client, consent);
  if (state !== null && state !== "authorized" && state !== "waits")
    return refuse(STATE_FAULTS[state]);
  if (state === "waits") return pending;
  const { state: consentState } = await readConsentState(client, consentId, consent.grant);
  if (consentState === "authorized") return approved;
  // A consent without a status is valid once its authorization is done.
  if (consentState === null) return state === "authorized" ? approved : pending;
  return consentState === "waits" ? pending : refuse(STATE_FAULTS[consentState]);
};

/** The state of an authorization; null if the bank has none. */
export async function readAuthorisationState(
  client: IssuerClient,
  { consentId, authorisationId, grant }: ConsentProgress,
): Promise<ConsentState | null> {
  if (authorisationId === null) return null;
  const { path, status: place, states } = requireTable(client);
  const call = await openClientCalls(client, grant);
  const { status, body } = await call("GET", fillPath(path, { consentId, authorisationId }));
  const meaning = findMeaning(client.dialect, status, refusalCodeIn(client.dialect, body));
  if (meaning === "sign in again") return "over";
  const word = valueAt(body, place);
  if (status !== 200 || typeof word !== "string") return null;
  return findState(states, word) ?? "waits";
}
