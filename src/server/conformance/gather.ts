import { createLocalJWKSet, type JWK, jwtVerify } from "jose";
import {
  callToken,
  exchangeFields,
  probeRedirect,
  readData,
  type Session,
  signIn,
  tokenIn,
} from "./check-session.ts";
import { offersProof } from "./decide-dpop.ts";
import { type Evidence, evidenceOf, type TokenPrediction } from "./evidence.ts";
import { gatherData } from "./gather-data.ts";
import { gatherRevocation } from "./gather-revocation.ts";
import { gatherSecond } from "./gather-second.ts";
import { probeDpop } from "./probe-dpop.ts";
import { createProver } from "./proof.ts";
import { countRows, fieldsOf, type Reply, rowsOf, textOf } from "./reply.ts";

/** A scope that no endpoint of the accounts takes, for a token that lacks theirs. */
const NARROW_SCOPES = "openid Customer";

/** A token from a file, in place of a sign-in; null for none. */
export type FileToken = { accessToken: string } | { refreshToken: string } | null;

/**
 * Goes through an institution once and collects all that it answers; leaves out what depends on something that
 * failed. Each sign-in ends with something by which a good institution ends its tokens.
 */
export const gather = async (
  options: Omit<Session, "prove">,
  fileToken: FileToken,
): Promise<Evidence> => {
  const { issuer, clientId, scopes, call } = options;
  const metadata = await call(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const evidence = evidenceOf({ issuer, clientId, scopes, metadata });
  if (metadata.failure === null) evidence.tokens = await predictTokens(options, metadata);
  const isProven = evidence.tokens?.dpop && !isForNextRun(options, fileToken);
  const prove = isProven ? await createProver() : null;
  const session: Session = { ...options, prove };
  if (fileToken && "accessToken" in fileToken) {
    if (metadata.failure === null) evidence.keys = await readKeys(session, metadata);
    await gatherData(session, evidence, { value: fileToken.accessToken, isBound: false });
    return evidence;
  }
  if (metadata.failure !== null) return evidence;
  evidence.keys = await readKeys(session, metadata);
  if (textOf(metadata.body, "token_endpoint") === undefined) return evidence;
  if (fileToken) {
    evidence.refresh = await refresh(session, metadata, fileToken.refreshToken);
    const token = tokenIn(evidence.refresh);
    if (token !== undefined) await gatherData(session, evidence, token);
    return evidence;
  }
  if (textOf(metadata.body, "authorization_endpoint") === undefined) return evidence;
  evidence.unknownRedirect = await probeRedirect(session, metadata);
  const { status } = evidence.unknownRedirect;
  if (status === null || status >= 500 || session.signIns === 0) return evidence;
  const refreshTokens = await gatherFirst(session, evidence);
  const { first, latest } = refreshTokens ?? {};
  if (session.signIns >= 3 && evidence.token?.failure === null) {
    await session.enter("second-sign-in", evidence);
    evidence.second = await gatherSecond(session, metadata);
    await session.enter("third-sign-in", evidence);
    evidence.afterRevocation = await gatherRevocation(session, metadata);
    if (evidence.afterRevocation && latest !== undefined)
      evidence.besideRevocation = await refresh(session, metadata, latest);
  }
  // Its second use ends the grant where the bank is right, so that it comes last.
  if (first !== undefined && first !== latest)
    evidence.refreshAgain = await refresh(session, metadata, first);
  if (session.signIns === 4 && evidence.signIn?.response) {
    await session.enter("cancelled-sign-in", evidence);
    evidence.cancelled = await signIn(session, metadata);
  }
  return evidence;
};

/**
 * Whether tokens are renewed from a file, without a secret: such a refresh token would be bound to a key that the next
 * run does not have.
 */
const isForNextRun = ({ authentication }: Pick<Session, "authentication">, file: FileToken) =>
  file !== null && authentication.by === "nothing";

/** How Link sends tokens at an institution that is connected as it is checked. */
async function predictTokens(
  { call, dataUrl, dpop, hasCertificate }: Omit<Session, "prove">,
  metadata: Reply,
): Promise<TokenPrediction> {
  if (!offersProof(metadata)) return { dpop: false, why: "its metadata do not offer DPoP" };
  const isBoundToCertificate =
    hasCertificate && fieldsOf(metadata.body).tls_client_certificate_bound_access_tokens === true;
  if (isBoundToCertificate)
    return { dpop: false, why: "they are bound to the client's certificate" };
  if (dpop !== null) return { dpop, why: "as declared" };
  const { takes, why } = await probeDpop(dataUrl, call);
  return { dpop: takes !== "bearer", why };
}

const readKeys = ({ call }: Session, metadata: Reply): Promise<Reply | null> => {
  const url = textOf(metadata.body, "jwks_uri");
  return url === undefined ? Promise.resolve(null) : call(url);
};

/** The first sign-in: its tokens, the data behind them, and their renewal. */
async function gatherFirst(session: Session, evidence: Evidence): Promise<RefreshTokens | null> {
  const { metadata } = evidence;
  await session.enter("sign-in", evidence);
  evidence.signIn = await signIn(session, metadata);
  if (!evidence.signIn.response?.has("code")) return null;
  await session.enter("tokens", evidence);
  evidence.token = await callToken(session, metadata, exchangeFields(session, evidence.signIn));
  evidence.idTokenProblem = await idTokenProblem(evidence);
  evidence.wrongSecret = await probeSecret(session, metadata);
  const token = tokenIn(evidence.token);
  if (token === undefined) return null;
  await gatherData(session, evidence, token);
  const refreshToken = textOf(evidence.token.body, "refresh_token");
  return refreshToken === undefined ? null : gatherRefresh(session, evidence, refreshToken);
}

/** The first refresh token of a sign-in, and the one in its place by now. */
type RefreshTokens = { first: string; latest: string };

async function gatherRefresh(
  session: Session,
  evidence: Evidence,
  first: string,
): Promise<RefreshTokens | null> {
  const { metadata } = evidence;
  await session.enter("renewal", evidence);
  evidence.refresh = await refresh(session, metadata, first);
  const token = tokenIn(evidence.refresh);
  if (token === undefined) return null;
  evidence.afterRefresh = await readData(session, "/accounts", token);
  const second = textOf(evidence.refresh.body, "refresh_token") ?? first;
  const narrowReply = await refresh(session, metadata, second, NARROW_SCOPES);
  const narrowToken = tokenIn(narrowReply);
  if (narrowToken !== undefined && textOf(narrowReply.body, "scope") === NARROW_SCOPES)
    evidence.beyondScope = await readData(session, "/accounts", narrowToken);
  return { first, latest: textOf(narrowReply.body, "refresh_token") ?? second };
}

const refresh = (session: Session, metadata: Reply, refreshToken: string, scope?: string) =>
  callToken(session, metadata, {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    ...(scope !== undefined && { scope }),
  });

/** A call that fails by its code alone where the secret was not looked at. */
async function probeSecret(session: Session, metadata: Reply): Promise<Reply | null> {
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

/** What is wrong with the signature of the id token, by the keys as they were read; checks look at its claims. */
async function idTokenProblem({ token, keys }: Evidence): Promise<string | null> {
  const idToken = textOf(token?.body, "id_token");
  const keyRows = rowsOf(keys?.body, "keys");
  if (idToken === undefined || keyRows === null) return null;
  try {
    const keySet = createLocalJWKSet({ keys: keyRows as JWK[] });
    // Far in the future and the past at once: the lifetime has a check of its own.
    await jwtVerify(idToken, keySet, { clockTolerance: 10 * 365 * 24 * 3600 });
    return null;
  } catch (failure) {
    const words = failure instanceof Error ? failure.message : "cannot be verified";
    const isWhole = countRows(keys?.body, "keys") === keyRows.length;
    return isWhole ? words : `${words}, of the first ${keyRows.length} keys`;
  }
}
