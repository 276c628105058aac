import { randomBytes } from "node:crypto";
import { permissionsFor } from "../../../connectors/data-api/consent-request.ts";
import { type Dialect, valueAt } from "../../../connectors/data-api/dialect.ts";
import type { Deviations } from "../../../domain/institutions/deviations.ts";
import {
  type Approach,
  hasPreStep,
  hasTokens,
  type InstitutionStandard,
} from "../../../domain/institutions/institution-registration.ts";
import { firstObservations, type Observations } from "../check.ts";
import {
  callToken,
  exchangeFields,
  probeRedirect,
  type Session,
  signIn,
  type Token,
  tokenIn,
} from "../check-session.ts";
import { createProver } from "../dpop.ts";
import {
  idTokenProblem,
  predictTokens,
  probeSecret,
  readKeys,
  refresh,
  signatureProblem,
} from "../gather.ts";
import { type Reply, readText } from "../reply.ts";
import { responseFormOf } from "../signed-response.ts";
import { type ConsentSession, exchange } from "./exchange.ts";
import { gatherAuthorisation } from "./gather-authorisation.ts";
import { gatherRead } from "./gather-read.ts";
import {
  type MadeConsent,
  makeConsent,
  postConsent,
  readRecord,
  recordPath,
} from "./make-consent.ts";
import { type ConsentObservations, noConsentYet } from "./observations.ts";
import { readMetadata, withoutMetadata } from "./read-metadata.ts";
import { probeObjects, signObject } from "./request-objects.ts";

/** A connection's declaration, by which its check reads. */
type Declared = Omit<Session, "prove"> & {
  dialect: Dialect;
  deviations: Deviations;
  approach: Approach;
  security?: InstitutionStandard["security"];
};

/** Whether a check can let a user authorize a consent; without a terminal only at the institution's site. */
export const canCheck = (
  declared: Pick<Declared, "approach">,
  { hasTerminal }: { hasTerminal: boolean },
): boolean => hasTerminal || declared.approach === "oauth" || declared.approach === "redirect";

/**
 * Checks an institution by its dialect. If the client creates consents, creates one, reads its
 * state and data, and ends it. Skips steps that depend on a failed reply.
 */
export const gatherConsented = async (options: Declared): Promise<Observations> => {
  const { issuer, clientId, dialect, deviations, dataUrl } = options;
  const { request } = dialect.consent;
  const products = dialect.products.filter((product) => !deviations.lacks.includes(product));
  const permissions = request === null ? [] : permissionsFor(request.permissions, products);
  const consent = noConsentYet({
    ...{ dataUrl, permissions, requestHeader: dialect.headers.request },
    approach: options.approach,
  });
  const metadata = hasTokens(options)
    ? await readMetadata(options, consent)
    : withoutMetadata(issuer, options.clock());
  const observations = firstObservations({ issuer, clientId, scopes: options.scopes, metadata });
  observations.consent = consent;
  if (hasTokens(options)) {
    if (metadata.failure !== null) return observations;
    observations.tokens = await predictTokens(options, metadata);
    observations.keys = await readKeys({ ...options, prove: null }, metadata);
  }
  const prove = observations.tokens?.dpop ? await createProver() : null;
  const { security = "none" } = options;
  const responseForm = hasTokens(options)
    ? responseFormOf({ security, deviations }, metadata)
    : "plain";
  const session: ConsentSession = {
    ...{ ...options, prove, responseForm: responseForm ?? undefined },
    audience:
      deviations.assertionAudience === "token_endpoint"
        ? readText(metadata.body, "token_endpoint")
        : undefined,
  };
  if (request === null) {
    await gatherAuthorized(session, observations, consent);
    if (session.signIns === 4 && observations.signIn?.response) {
      await session.enter("cancelled-sign-in", observations);
      observations.cancelled = await signIn(await forConsent(session, metadata, ""), metadata);
    }
    return observations;
  }
  const before = hasPreStep(options) ? await gatherSignIn(session, observations) : null;
  if (hasPreStep(options) && before === null) return observations;
  const made = await makeConsent(session, observations, consent, before);
  if (made === null) return observations;
  const next = await AUTHORIZATIONS[options.approach](made, observations, consent);
  if (session.signIns === 4 && observations.signIn?.response)
    await gatherCancelled(next, observations, made.clientToken);
  await endConsent(next, observations, consent, made.clientToken);
  return observations;
};

/** Lets a user authorize the consent, and reads the data; returns the session with the found deviations. */
async function gatherAuthorized(
  session: ConsentSession,
  observations: Observations,
  consent: ConsentObservations,
): Promise<ConsentSession> {
  const { metadata } = observations;
  if (readText(metadata.body, "authorization_endpoint") === undefined) return session;
  const own = await forConsent(session, metadata, consent.consentId ?? "");
  observations.scopes = own.scopes;
  observations.unknownRedirect = await probeRedirect(own, metadata);
  const { status } = observations.unknownRedirect;
  if (status === null || status >= 500 || session.signIns === 0) return session;
  const audience = readText(metadata.body, "issuer") ?? session.issuer;
  consent.requestObjects = await probeObjects(own, metadata, audience);
  await session.enter("sign-in", observations);
  observations.signIn = await signIn(own, metadata);
  if (!observations.signIn.response?.has("code")) return session;
  await session.enter("tokens", observations);
  observations.token = await callToken(own, metadata, exchangeFields(own, observations.signIn));
  observations.idTokenProblem = await idTokenProblem(observations);
  const { signed } = observations.signIn;
  if (signed?.jwt) signed.problem = await signatureProblem(signed.jwt, observations.keys);
  observations.wrongSecret = await probeSecret(own, metadata);
  const token = tokenIn(observations.token);
  if (token === undefined) return session;
  const clientToken = tokenIn(consent.clientToken) ?? null;
  if (session.dialect.consent.record !== null)
    consent.authorized = await readRecord(session, consent.consentId ?? "", clientToken);
  const next = await gatherRead(session, observations, consent, token);
  const refreshToken = readText(observations.token.body, "refresh_token");
  if (refreshToken === undefined) return next;
  await session.enter("renewal", observations);
  observations.refresh = await refresh(own, metadata, refreshToken);
  const renewed = tokenIn(observations.refresh);
  if (renewed !== undefined)
    observations.afterRefresh = await exchange(next, {
      ...{ path: accountsPath(next), token: renewed, consentId: consent.consentId },
    });
  return next;
}

/**
 * Lets a user authorize the consent at the institution's site, and reads the data with the earlier
 * token or without.
 */
async function gatherAtSite(
  { session, clientToken, state, body }: MadeConsent,
  observations: Observations,
  consent: ConsentObservations,
): Promise<ConsentSession> {
  const address = siteIn(session, body);
  if (address === null || session.signIns === 0) return session;
  await session.enter("sign-in", observations);
  const visit = await visitSite(session, address, state);
  if (clientToken === null) observations.signIn = visit;
  else consent.site = visit;
  const { response } = visit;
  if (response === null || response.has("error")) return session;
  consent.authorized = await readRecord(session, consent.consentId ?? "", clientToken);
  return gatherRead(session, observations, consent, clientToken);
}

/** Lets a user sign in before the consent; returns the token or null. */
async function gatherSignIn(
  session: ConsentSession,
  observations: Observations,
): Promise<Token | null> {
  const { metadata } = observations;
  if (readText(metadata.body, "authorization_endpoint") === undefined) return null;
  const own = { ...session, scopes: scopesBefore(session) };
  observations.scopes = own.scopes;
  observations.unknownRedirect = await probeRedirect(own, metadata);
  const { status } = observations.unknownRedirect;
  if (status === null || status >= 500 || session.signIns === 0) return null;
  await session.enter("sign-in", observations);
  observations.signIn = await signIn(own, metadata);
  if (!observations.signIn.response?.has("code")) return null;
  await session.enter("tokens", observations);
  observations.token = await callToken(own, metadata, exchangeFields(own, observations.signIn));
  observations.wrongSecret = await probeSecret(own, metadata);
  return tokenIn(observations.token) ?? null;
}

/** The scopes of a sign-in before a consent: the connection's, unless they name the consent. */
const scopesBefore = ({ scopes, dialect }: ConsentSession): readonly string[] =>
  scopes.length > 0 && !scopes.some((scope) => scope.includes("{consentId}"))
    ? scopes
    : (dialect.consent.request?.preStep ?? []);

/** The authorizations of a consent by the connection's approach. */
const AUTHORIZATIONS: Record<Approach, typeof gatherAtSite> = {
  oauth: ({ session }, observations, consent) => gatherAuthorized(session, observations, consent),
  redirect: gatherAtSite,
  decoupled: gatherAuthorisation,
  embedded: gatherAuthorisation,
};

/** The link to the institution's site in a new consent, or null. */
function siteIn({ dialect, dataUrl }: ConsentSession, body: unknown): string | null {
  const { site = [], path } = dialect.consent.request ?? {};
  const link = site.map((place) => valueAt(body, place)).find((text) => typeof text === "string");
  return typeof link === "string" ? (URL.parse(link, `${dataUrl}${path}`)?.href ?? null) : null;
}

const visitSite = async ({ promptSignIn }: Session, address: string, state: string) => ({
  ...{ state, nonce: "", verifier: "", push: null, wasShown: true, signed: null },
  response: await promptSignIn(address, state),
});

const accountsPath = ({ dialect }: ConsentSession): string =>
  dialect.withReads(({ accounts }) => accounts.path);

/**
 * The session whose authorization names a consent, by a scope or a claim in a signed request. Where
 * the sign-in creates the consent, the session has that sign-in's claims.
 */
async function forConsent(
  session: ConsentSession,
  metadata: Reply,
  consentId: string,
): Promise<ConsentSession> {
  const { dialect, authentication, clientId, issuer } = session;
  const { claim = null, acrValues = [] } = dialect.consent.request ?? {};
  const declared = session.scopes.length > 0 ? session.scopes : (dialect.scopes ?? []);
  const scopes = declared.map((scope) => scope.replaceAll("{consentId}", consentId));
  const { claims: own, request } = dialect.consent;
  if (claim === null && (request !== null || !own)) return { ...session, scopes };
  const acr = acrValues.length > 0 && { acr: { essential: true, values: acrValues } };
  const claims =
    claim === null
      ? { ...own }
      : { id_token: { [claim]: { value: consentId, essential: true }, ...acr } };
  const withClaims = { ...session, scopes, claims };
  if (authentication.by !== "key") return withClaims;
  const audience = readText(metadata.body, "issuer") ?? issuer;
  // Without a separate consent, a request is signed if the profile requires that.
  if (claim === null && session.security !== "fapi1") return withClaims;
  return {
    ...withClaims,
    signRequest: (parameters) => signObject({ clientId }, authentication, parameters, { audience }),
  };
}

/** Creates another consent, and lets the user cancel it. */
async function gatherCancelled(
  session: ConsentSession,
  observations: Observations,
  token: Token | null,
): Promise<void> {
  const { request } = session.dialect.consent;
  const { metadata, consent } = observations;
  if (request === null || consent === null) return;
  const state = randomBytes(32).toString("base64url");
  const { permissions } = consent;
  const { body } = await postConsent(session, { permissions, token, state });
  const id = valueAt(body, request.id);
  if (typeof id !== "string") return;
  await session.enter("cancelled-sign-in", observations);
  const site = siteIn(session, body);
  if (session.approach === "oauth")
    observations.cancelled = await signIn(await forConsent(session, metadata, id), metadata);
  else if (site !== null) observations.cancelled = await visitSite(session, site, state);
  await exchange(session, { method: "DELETE", path: recordPath(session.dialect, id), token });
}

/** Ends the consent, and reads its record and the accounts afterwards. */
async function endConsent(
  session: ConsentSession,
  observations: Observations,
  consent: ConsentObservations,
  clientToken: Token | null,
): Promise<void> {
  const { consentId } = consent;
  if (consentId === null) return;
  const path = recordPath(session.dialect, consentId);
  consent.ended = await exchange(session, { method: "DELETE", path, token: clientToken });
  consent.afterEnd = await readRecord(session, consentId, clientToken);
  const token = tokenIn(observations.refresh) ?? tokenIn(observations.token) ?? null;
  if (observations.accounts !== null)
    consent.dataAfterEnd = await exchange(session, {
      ...{ path: accountsPath(session), token, consentId },
    });
}
