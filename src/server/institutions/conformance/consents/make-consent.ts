import { randomBytes } from "node:crypto";
import { returnUrls } from "../../../connectors/data-api/consent-request.ts";
import { type Dialect, fillPath, valueAt } from "../../../connectors/data-api/dialect.ts";
import { ibanFrom } from "../../../domain/bank-values.ts";
import type { Observations } from "../check.ts";
import { callToken, type Token, tokenIn } from "../check-session.ts";
import { isUnknownClient, type Reply, readText } from "../reply.ts";
import { tryAlternatives } from "./alternatives.ts";
import { type ConsentSession, exchange } from "./exchange.ts";
import type { ConsentObservations, Exchange } from "./observations.ts";

/** A created consent, with the response and the state for its user's return. */
export type MadeConsent = {
  session: ConsentSession;
  clientToken: Token | null;
  state: string;
  body: unknown;
};

/**
 * Creates a consent with the client's own token or an earlier sign-in's, if needed, and reads its
 * record; null on failure.
 */
export async function makeConsent(
  declared: ConsentSession,
  observations: Observations,
  consent: ConsentObservations,
  before: Token | null = null,
): Promise<MadeConsent | null> {
  const { request } = declared.dialect.consent;
  if (request === null) return null;
  let session = declared;
  let clientToken = before;
  if (request.scope !== null) {
    session = await askForToken(declared, observations.metadata, request.scope, consent);
    clientToken = tokenIn(consent.clientToken) ?? null;
    if (clientToken === null) return null;
  }
  const state = randomBytes(32).toString("base64url");
  const { session: next, reply } = await tryAlternatives(session, consent, "consent", (by) =>
    postConsent(by, { permissions: consent.permissions, token: clientToken, state }),
  );
  consent.made = reply;
  const id = valueAt(reply.body, request.id);
  if (typeof id !== "string" || id === "") return null;
  consent.consentId = id;
  consent.waiting = await readRecord(next, id, clientToken);
  // A bank with a single kind of consent accepts no lists.
  if (next.deviations.consent === "bank-offered")
    consent.empty = await postConsent(next, { permissions: [], token: clientToken, state });
  return { session: next, clientToken, state, body: reply.body };
}

/**
 * Requests the client's own token, with another assertion audience if refused; returns the session
 * with the accepted audience.
 */
async function askForToken(
  session: ConsentSession,
  metadata: Reply,
  scope: string,
  consent: ConsentObservations,
): Promise<ConsentSession> {
  const fields = { grant_type: "client_credentials", scope };
  const refusal = await callToken(session, metadata, fields);
  consent.clientToken = refusal;
  const { authentication, audience } = session;
  if (!isUnknownClient(refusal) || authentication.by !== "key" || audience !== undefined)
    return session;
  const next = { ...session, audience: readText(metadata.body, "token_endpoint") };
  const reply = await callToken(next, metadata, fields);
  if (tokenIn(reply) === undefined) return session;
  consent.clientToken = reply;
  const deviation = "assertion-audience=token_endpoint";
  consent.proposals.push({ at: "tokens", refusal, deviation });
  return next;
}

/** The example account of documents. A consent that names it can be created, but opens nothing. */
const EXAMPLE = [ibanFrom("DE89370400440532013000")].filter((iban) => iban !== null);

/** Sends the request for a consent with permissions. */
export const postConsent = (
  { dialect, clock, deviations, approach, redirectUri, ...session }: ConsentSession,
  {
    permissions,
    token,
    state,
  }: { permissions: readonly string[]; token: Token | null; state: string },
): Promise<Exchange> => {
  const { request } = dialect.consent;
  return exchange(
    { ...session, dialect, clock, deviations, approach, redirectUri },
    {
      method: "POST",
      path: request?.path ?? "",
      token,
      body:
        request?.body(permissions, {
          ...{ now: clock(), deviations, readsPerDay: null },
          accounts: session.accounts ?? EXAMPLE,
        }) ?? {},
      headers: startHeaders({ ...session, dialect, approach, redirectUri }, state),
    },
  );
};

/** The headers for requesting a consent, and its authorization. */
export const startHeaders = (
  {
    dialect,
    approach,
    redirectUri,
    user,
  }: Pick<ConsentSession, "dialect" | "approach" | "redirectUri" | "user">,
  state: string,
): Readonly<Record<string, string>> =>
  dialect.consent.request?.headers?.({
    ...{ approach, user: user?.name ?? null },
    ...returnUrls(redirectUri, state, approach),
  }) ?? {};

/** Reads the record of a consent. */
export const readRecord = (session: ConsentSession, consentId: string, token: Token | null) =>
  exchange(session, { path: recordPath(session.dialect, consentId), token });

/** The path of a consent. */
export const recordPath = ({ consent: { record } }: Dialect, consentId: string): string =>
  fillPath(record?.path ?? "", { consentId });
