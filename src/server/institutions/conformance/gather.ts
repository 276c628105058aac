import { createLocalJWKSet, type JWK, jwtVerify } from "jose";
import { firstObservations, type Observations, type TokenPrediction } from "./check.ts";
import {
  callToken,
  exchangeFields,
  post,
  probeRedirect,
  readData,
  readEndpoint,
  type Session,
  signIn,
  tokenIn,
} from "./check-session.ts";
import { createProver, offersProof, probeDpop } from "./dpop.ts";
import { gatherData } from "./gather-data.ts";
import { countRows, type Reply, readFields, readRows, readText } from "./reply.ts";
import { gatherSecondSignIn } from "./second-sign-in.ts";

/** Scopes that no account endpoint accepts, for a token without the necessary scopes. */
const NARROW_SCOPES = "openid Customer";

/** A token from a file instead of a sign-in; null without one. */
export type FileToken = { accessToken: string } | { refreshToken: string } | null;

/**
 * Checks an institution once and collects its replies. Skips steps that depend on a failed reply.
 * Each sign-in ends with a request that makes a conforming institution end its tokens.
 */
export const gather = async (
  options: Omit<Session, "prove">,
  fileToken: FileToken,
): Promise<Observations> => {
  const { issuer, clientId, scopes, call } = options;
  const metadata = await call(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const observations = firstObservations({ issuer, clientId, scopes, metadata });
  if (metadata.failure === null) observations.tokens = await predictTokens(options, metadata);
  const isProven = observations.tokens?.dpop && !isForNextRun(options, fileToken);
  const prove = isProven ? await createProver() : null;
  const session: Session = { ...options, prove };
  if (fileToken && "accessToken" in fileToken) {
    if (metadata.failure === null) observations.keys = await readKeys(session, metadata);
    await gatherData(session, observations, { value: fileToken.accessToken, isBound: false });
    return observations;
  }
  if (metadata.failure !== null) return observations;
  observations.keys = await readKeys(session, metadata);
  if (readText(metadata.body, "token_endpoint") === undefined) return observations;
  if (fileToken) {
    observations.refresh = await refresh(session, metadata, fileToken.refreshToken);
    const token = tokenIn(observations.refresh);
    if (token !== undefined) await gatherData(session, observations, token);
    return observations;
  }
  if (readText(metadata.body, "authorization_endpoint") === undefined) return observations;
  observations.unknownRedirect = await probeRedirect(session, metadata);
  const { status } = observations.unknownRedirect;
  if (status === null || status >= 500 || session.signIns === 0) return observations;
  const refreshTokens = await gatherFirst(session, observations);
  const { first, latest } = refreshTokens ?? {};
  if (session.signIns >= 3 && observations.token?.failure === null) {
    await session.enter("second-sign-in", observations);
    observations.second = await gatherSecondSignIn(session, metadata);
    await session.enter("third-sign-in", observations);
    observations.afterRevocation = await gatherRevocation(session, metadata);
    if (observations.afterRevocation && latest !== undefined)
      observations.otherGrantAfterRevocation = await refresh(session, metadata, latest);
  }
  // A conforming bank ends the grant at the token's second use, so this comes last.
  if (first !== undefined && first !== latest)
    observations.refreshAgain = await refresh(session, metadata, first);
  if (session.signIns === 4 && observations.signIn?.response) {
    await session.enter("cancelled-sign-in", observations);
    observations.cancelled = await signIn(session, metadata);
  }
  return observations;
};

/**
 * Whether tokens are refreshed from a file without a secret. The refresh token would be bound to a
 * key that the next run lacks.
 */
const isForNextRun = ({ authentication }: Pick<Session, "authentication">, file: FileToken) =>
  file !== null && authentication.by === "nothing";

/** Predicts how Link sends tokens after connecting the institution with these settings. */
export async function predictTokens(
  { call, dataUrl, dpop, hasCertificate }: Omit<Session, "prove">,
  metadata: Reply,
): Promise<TokenPrediction> {
  if (!offersProof(metadata)) return { dpop: false, why: "its metadata do not offer DPoP" };
  const isBoundToCertificate =
    hasCertificate && readFields(metadata.body).tls_client_certificate_bound_access_tokens === true;
  if (isBoundToCertificate)
    return { dpop: false, why: "they are bound to the client's certificate" };
  if (dpop !== null) return { dpop, why: "as declared" };
  const { takes, why } = await probeDpop(dataUrl, call);
  return { dpop: takes !== "bearer", why };
}

export const readKeys = ({ call }: Session, metadata: Reply): Promise<Reply | null> => {
  const url = readText(metadata.body, "jwks_uri");
  return url === undefined ? Promise.resolve(null) : call(url);
};

/** Makes the first sign-in, and reads its tokens, its data and their renewal. */
async function gatherFirst(
  session: Session,
  observations: Observations,
): Promise<RefreshTokens | null> {
  const { metadata } = observations;
  await session.enter("sign-in", observations);
  observations.signIn = await signIn(session, metadata);
  if (!observations.signIn.response?.has("code")) return null;
  await session.enter("tokens", observations);
  observations.token = await callToken(
    session,
    metadata,
    exchangeFields(session, observations.signIn),
  );
  observations.idTokenProblem = await idTokenProblem(observations);
  observations.wrongSecret = await probeSecret(session, metadata);
  const token = tokenIn(observations.token);
  if (token === undefined) return null;
  await gatherData(session, observations, token);
  const refreshToken = readText(observations.token.body, "refresh_token");
  return refreshToken === undefined ? null : gatherRefresh(session, observations, refreshToken);
}

/** The first refresh token of a sign-in, and its current replacement. */
type RefreshTokens = { first: string; latest: string };

async function gatherRefresh(
  session: Session,
  observations: Observations,
  first: string,
): Promise<RefreshTokens | null> {
  const { metadata } = observations;
  await session.enter("renewal", observations);
  observations.refresh = await refresh(session, metadata, first);
  const token = tokenIn(observations.refresh);
  if (token === undefined) return null;
  observations.afterRefresh = await readData(session, "/accounts", token);
  const second = readText(observations.refresh.body, "refresh_token") ?? first;
  const narrowReply = await refresh(session, metadata, second, NARROW_SCOPES);
  const narrowToken = tokenIn(narrowReply);
  if (narrowToken !== undefined && readText(narrowReply.body, "scope") === NARROW_SCOPES)
    observations.beyondScope = await readData(session, "/accounts", narrowToken);
  return { first, latest: readText(narrowReply.body, "refresh_token") ?? second };
}

export const refresh = (session: Session, metadata: Reply, refreshToken: string, scope?: string) =>
  callToken(session, metadata, {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    ...(scope !== undefined && { scope }),
  });

/**
 * Sends a wrong secret with an invalid code. A server that ignores the secret refuses only the
 * code.
 */
export async function probeSecret(session: Session, metadata: Reply): Promise<Reply | null> {
  const { authentication } = session;
  if (authentication.by !== "secret") return null;
  const wrong = { ...authentication, secret: "not-the-secret-of-this-client" };
  return callToken({ ...session, authentication: wrong }, metadata, {
    grant_type: "authorization_code",
    code: "not-a-code",
    redirect_uri: session.redirectUri,
    code_verifier: "not-the-verifier-of-any-request-but-long-enough",
  });
}

/**
 * Returns the problem of the id token's signature with the published keys. Separate checks cover
 * its claims.
 */
export async function idTokenProblem({ token, keys }: Observations): Promise<string | null> {
  const idToken = readText(token?.body, "id_token");
  return idToken === undefined ? null : signatureProblem(idToken, keys);
}

/**
 * Returns the problem of a JWT's signature with the published keys; null without a problem or
 * without keys.
 */
export async function signatureProblem(jwt: string, keys: Reply | null): Promise<string | null> {
  const keyRows = readRows(keys?.body, "keys");
  if (keyRows === null) return null;
  try {
    const keySet = createLocalJWKSet({ keys: keyRows as JWK[] });
    // Any expiry is accepted here, since a separate check covers the lifetime.
    await jwtVerify(jwt, keySet, { clockTolerance: 10 * 365 * 24 * 3600 });
    return null;
  } catch (failure) {
    const words = failure instanceof Error ? failure.message : "cannot be verified";
    const isWhole = countRows(keys?.body, "keys") === keyRows.length;
    return isWhole ? words : `${words}, of the first ${keyRows.length} keys`;
  }
}

/**
 * Makes the third sign-in, revokes its access token and uses the token; null if that was
 * impossible.
 */
const gatherRevocation = async (session: Session, metadata: Reply): Promise<Reply | null> => {
  const url = readEndpoint(session, metadata, "revocation_endpoint");
  if (url === undefined || !mayHaveTokens(url, session.issuer)) return null;
  const thirdSignIn = await signIn(session, metadata);
  if (!thirdSignIn.response?.has("code")) return null;
  const reply = await callToken(session, metadata, exchangeFields(session, thirdSignIn));
  const token = tokenIn(reply);
  if (token === undefined) return null;
  await post(session, url, { token: token.value, token_type_hint: "access_token" });
  const updated = await readData(session, "/accounts", token);
  const refreshToken = readText(reply.body, "refresh_token");
  if (refreshToken !== undefined)
    await post(session, url, { token: refreshToken, token_type_hint: "refresh_token" });
  return updated;
};

/** Whether tokens may be sent to an address. Without TLS, only to an issuer without TLS. */
const mayHaveTokens = (url: string, issuer: string): boolean =>
  URL.canParse(url) &&
  (new URL(url).protocol === "https:" || new URL(url).host === new URL(issuer).host);
