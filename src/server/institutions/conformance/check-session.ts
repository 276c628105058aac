import { createHash, randomBytes } from "node:crypto";
import type { ResponseForm } from "../../connectors/data-api/security-profile.ts";
import type { Iban } from "../../domain/bank-values.ts";
import type { Observations, SignIn } from "./check.ts";
import { type ClientAuthentication, clientForm } from "./client-authentication.ts";
import { type Prove, sendProven } from "./dpop.ts";
import { type Call, type Reply, readFields, readText } from "./reply.ts";
import { readSigned, requestedForm } from "./signed-response.ts";

/**
 * Sends a user to the institution: shows the address, and returns the parameters of the callback
 * with the state.
 */
export type SignInPrompt = (address: string, state: string) => Promise<URLSearchParams | null>;

/** The steps of a check, in order. */
const STEPS = [
  "metadata",
  "sign-in",
  "tokens",
  "data",
  "transactions",
  "renewal",
  "second-sign-in",
  "third-sign-in",
  "cancelled-sign-in",
] as const;
type Step = (typeof STEPS)[number];

/** A user who authorizes a consent without the institution's site, at a terminal. */
export type CheckUser = {
  /** The user's name at the institution; null if names and passwords are not asked for. */
  name: string | null;
  password: string | null;
  /** Shows a text. */
  tell(text: string): void;
  /** Asks a question; returns null without an answer. */
  ask(question: string): Promise<string | null>;
  pause(ms: number): Promise<void>;
  /** The time that the user has, in ms. */
  waitMs: number;
};

/** The settings and calls of one run of a check. */
export type Session = {
  issuer: string;
  clientId: string;
  authentication: ClientAuthentication;
  /** Whether the client shows a certificate in TLS. */
  hasCertificate: boolean;
  redirectUri: string;
  scopes: readonly string[];
  /** The data API's base address. */
  dataUrl: string;
  resource: string | undefined;
  call: Call;
  clock: () => number;
  promptSignIn: SignInPrompt;
  /**
   * The accounts in a consent, at an institution that requires them; by default example accounts.
   */
  accounts?: readonly Iban[] | undefined;
  /** Left out without a terminal. */
  user?: CheckUser | undefined;
  /**
   * The number of sign-ins: none, one, or all that the checks need. The user cancels the fourth.
   */
  signIns: 0 | 1 | 3 | 4;
  /** Whether Link binds tokens to a key (DPoP) if offered; null to decide by a probe. */
  dpop: boolean | null;
  /** Creates proofs of possession of the tokens' key; null for Bearer tokens. */
  prove: Prove | null;
  /** The claims in the authorization request (OpenID Connect Core, 5.5). */
  claims?: object;
  /** The audience of client assertions; by default the issuer. */
  audience?: string | undefined;
  /** The requested form of responses; by default plain parameters. */
  responseForm?: ResponseForm | undefined;
  /** Signs an authorization request (RFC 9101), if the institution requires that. */
  signRequest?(parameters: Record<string, unknown>): Promise<string>;
  /** Called at the start of a step, with the observations so far. Throwing ends the check. */
  enter(step: Step, observations: Observations): Promise<void>;
};

/**
 * Sends the user through the institution's pages, with a pushed authorization request if offered.
 */
export const signIn = async (session: Session, metadata: Reply): Promise<SignIn> => {
  const random = () => randomBytes(32).toString("base64url");
  const values = { state: random(), nonce: random(), verifier: random() };
  const { push, address } = await pushOrAddress(session, metadata, values);
  const wasShown = push?.status !== 400 && push?.status !== 401;
  const returned = wasShown ? await session.promptSignIn(address, values.state) : null;
  return { ...values, push, wasShown, ...readSigned(session.responseForm, returned) };
};

/**
 * The address of an authorization request, and the reply to its push; null without pushed requests.
 */
export const pushOrAddress = async (
  session: Session,
  metadata: Reply,
  values: Pick<SignIn, "state" | "nonce" | "verifier">,
): Promise<{ push: Reply | null; address: string }> => {
  const plain = authorizationRequest(session, values);
  const request = session.signRequest ? await signedRequest(session, plain) : plain;
  const pushUrl = readEndpoint(session, metadata, "pushed_authorization_request_endpoint");
  const push =
    pushUrl === undefined ? null : await post(session, pushUrl, Object.fromEntries(request));
  const reference = push && readText(push.body, "request_uri");
  const query = reference
    ? new URLSearchParams({ client_id: session.clientId, request_uri: reference })
    : request;
  return { push, address: withQuery(authorizationUrl(metadata), query) };
};

/** Requests authorization with an unregistered redirect URI, without a user. */
export const probeRedirect = (session: Session, metadata: Reply): Promise<Reply> => {
  const verifier = randomBytes(32).toString("base64url");
  const request = authorizationRequest(session, { state: "probe", nonce: "probe", verifier });
  request.set("redirect_uri", "https://not-registered.example/return");
  return session.call(withQuery(authorizationUrl(metadata), request));
};

/**
 * Returns an endpoint of the metadata, or its mTLS alias for a client with a certificate (RFC 8705,
 * 5).
 */
export const readEndpoint = (
  { hasCertificate }: Session,
  { body }: Reply,
  name: string,
): string | undefined =>
  (hasCertificate ? readText(readFields(body).mtls_endpoint_aliases, name) : undefined) ??
  readText(body, name);

/** Calls the token endpoint, with a proof if tokens are bound to a key. */
export const callToken = (
  session: Session,
  metadata: Reply,
  fields: Record<string, string>,
  prove: Prove | null = session.prove,
): Promise<Reply> => {
  const url = readEndpoint(session, metadata, "token_endpoint") ?? "";
  return prove === null
    ? post(session, url, fields)
    : sendProven(
        (nonce) => prove("POST", url, { nonce }),
        (proof) => post(session, url, fields, proof),
      );
};

/** Posts a form as the client. */
export const post = async (
  session: Session,
  url: string,
  fields: Record<string, string>,
  proof?: string,
): Promise<Reply> => {
  const form = await clientForm({ ...session, issuer: session.audience ?? session.issuer }, fields);
  if (proof !== undefined) form.headers.dpop = proof;
  return session.call(url, form);
};

/** Returns the fields that exchange the code of a sign-in. */
export const exchangeFields = (session: Session, { response, verifier }: SignIn) => ({
  grant_type: "authorization_code",
  code: response?.get("code") ?? "",
  redirect_uri: session.redirectUri,
  code_verifier: verifier,
  ...(session.resource !== undefined && { resource: session.resource }),
});

/** An access token, and whether it is bound to the key of the request's proof. */
export type Token = { value: string; isBound: boolean };

/** Returns the access token of a reply; undefined without one. */
export const tokenIn = (reply: Reply | null | undefined): Token | undefined => {
  const value = readText(reply?.body, "access_token");
  const isBound = /^dpop$/i.test(readText(reply?.body, "token_type") ?? "");
  return value === undefined ? undefined : { value, isBound };
};

/** Reads from the data API, as Bearer or with a proof if the token is bound. */
export const readData = (
  session: Session,
  path: string,
  { value, isBound }: Token,
  {
    prove = session.prove,
    accept = "application/json",
  }: { prove?: Prove | null | undefined; accept?: string | undefined } = {},
): Promise<Reply> => {
  const url = `${session.dataUrl}${path}`;
  const headers = { accept };
  if (!isBound || prove === null)
    return session.call(url, { headers: { ...headers, authorization: `Bearer ${value}` } });
  return sendProven(
    (nonce) => prove("GET", url, { accessToken: value, nonce }),
    (dpop) => session.call(url, { headers: { ...headers, authorization: `DPoP ${value}`, dpop } }),
  );
};

/**
 * A request as a signed object, with type and scope also in the query (OpenID Connect Core, 6.1).
 */
async function signedRequest(
  { signRequest, clientId, claims, scopes, responseForm }: Session,
  request: URLSearchParams,
): Promise<URLSearchParams> {
  const parameters = { ...Object.fromEntries(request), ...(claims && { claims }) };
  return new URLSearchParams({
    client_id: clientId,
    response_type: requestedForm(responseForm).response_type,
    scope: scopes.join(" "),
    request: (await signRequest?.(parameters)) ?? "",
  });
}

function authorizationRequest(
  { clientId, redirectUri, scopes, resource, claims, responseForm }: Session,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
): URLSearchParams {
  return new URLSearchParams({
    client_id: clientId,
    ...requestedForm(responseForm),
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state,
    // Both parameters belong to OpenID Connect, and some servers refuse them without its scope.
    ...(scopes.includes("openid") && { prompt: "consent", nonce }),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(resource !== undefined && { resource }),
    ...(claims && { claims: JSON.stringify(claims) }),
  });
}

const authorizationUrl = (metadata: Reply): string =>
  readText(metadata.body, "authorization_endpoint") ?? "";

const withQuery = (address: string, query: URLSearchParams): string =>
  `${address}${address.includes("?") ? "&" : "?"}${query}`;
