import type { X509Certificate } from "node:crypto";
import { decodeJwt, type JWTPayload, SignJWT } from "jose";
import { z } from "zod";
import { signingKey } from "../connectors/data-api/client-authentication.ts";
import type { IssuerClient } from "../connectors/data-api/issuer-client.ts";
import { sendPlain } from "../connectors/data-api/send-request.ts";
import { Fault } from "../domain/fault.ts";
import { toUuid } from "../domain/identifiers.ts";

/** The lifetime of a registration request in seconds; the bank processes it at once. */
const LIFETIME_SECONDS = 5 * 60;

/** The maximum length of a client's id or address. */
const MAX_WORDS = 500;

const ALGORITHMS = ["PS256", "ES256"];

/** A software statement (SSA) signed by a directory. The bank verifies the signature. */
export type SoftwareStatement = {
  text: string;
  softwareId: string;
  redirectUris: readonly string[];
};

const StatementClaims = z.object({
  software_id: z.string().min(1).max(200),
  software_redirect_uris: z.array(z.string().max(2000)).min(1).max(100),
});

/** The statement in a text, or the problem as the predicate of a sentence. */
export const softwareStatementIn = (text: string): SoftwareStatement | { problem: string } => {
  let claims: JWTPayload;
  try {
    claims = decodeJwt(text);
  } catch {
    return { problem: "is no software statement: a signed JWT, as the directory issues it" };
  }
  const result = StatementClaims.safeParse(claims);
  if (!result.success) {
    const names = [...new Set(result.error.issues.map(({ path }) => path[0]))];
    return { problem: `is a software statement without ${names.join(", ")}` };
  }
  const { software_id: softwareId, software_redirect_uris: redirectUris } = result.data;
  return { text, softwareId, redirectUris };
};

/** The fields of a registration that the operator decides. */
export type RegistrationRequest = {
  statement: SoftwareStatement;
  redirectUris: readonly string[];
  /** The signing key (PEM or JWK), and its id at the directory unless the key names it. */
  privateKey: string;
  keyId: string | undefined;
  /** The TLS certificate. Its subject is registered for tls_client_auth. */
  certificate: X509Certificate | null;
  /** The subject in the bank's spelling, instead of the certificate's own. */
  subject: string | undefined;
  scope: string;
  /** The bank's name as audience. */
  audience: string;
};

/**
 * The claims of a registration request, by the key's algorithm (OpenID Connect DCR, UK Open Banking
 * 3.3).
 */
const registrationClaims = (
  { connection, metadata, responseForm, clock, random }: IssuerClient,
  request: RegistrationRequest,
  keyAlgorithm: string,
): JWTPayload => {
  const { statement, redirectUris, certificate, subject, scope, audience } = request;
  const now = Math.floor(clock() / 1000);
  const pick = (offered: readonly string[] | undefined) =>
    ALGORITHMS.find((algorithm) => offered?.includes(algorithm)) ?? "PS256";
  const responses = pick(metadata.authorization_signing_alg_values_supported);
  const { authentication } = connection;
  return {
    ...{ iss: statement.softwareId, aud: audience, iat: now, exp: now + LIFETIME_SECONDS },
    jti: toUuid(random(16)),
    redirect_uris: redirectUris,
    token_endpoint_auth_method: authentication,
    ...(authentication === "private_key_jwt" && { token_endpoint_auth_signing_alg: keyAlgorithm }),
    ...(authentication === "tls_client_auth" &&
      certificate && { tls_client_auth_subject_dn: subject ?? toSubject(certificate) }),
    tls_client_certificate_bound_access_tokens: certificate !== null,
    grant_types: ["authorization_code", "refresh_token", "client_credentials"],
    response_types: [responseForm === "hybrid" ? "code id_token" : "code"],
    application_type: "web",
    scope,
    id_token_signed_response_alg: pick(metadata.id_token_signing_alg_values_supported),
    request_object_signing_alg: keyAlgorithm,
    ...(responseForm === "jarm" && { authorization_signed_response_alg: responses }),
    software_id: statement.softwareId,
    software_statement: statement.text,
  };
};

/** A certificate's subject in RFC 4514's form, with the most specific part first. */
const toSubject = ({ subject }: X509Certificate): string =>
  subject.split("\n").toReversed().join(",");

const Registered = z.object({
  client_id: z.string().min(1).max(500),
  redirect_uris: z.array(z.string()).max(100).optional(),
  token_endpoint_auth_method: z.string().max(100).optional(),
});
export type RegisteredClient = z.infer<typeof Registered>;

const Refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * Registers a client at an issuer by a software statement, or updates an existing registration.
 * Throws INSTITUTION_REGISTRATION_REQUIRED after a refusal; the cause has the issuer's own words.
 */
export const registerClient = async (
  client: IssuerClient,
  request: RegistrationRequest,
  clientId: string | null,
): Promise<RegisteredClient> => {
  const { config, thumbprints } = client;
  const server = config.serverMetadata();
  const alias =
    thumbprints.length === 0 ? undefined : server.mtls_endpoint_aliases?.registration_endpoint;
  const endpoint = alias ?? server.registration_endpoint;
  if (typeof endpoint !== "string" || !URL.canParse(endpoint))
    throw refused("the metadata name no registration_endpoint");
  const url = new URL(clientId === null ? endpoint : `${endpoint}/${encodeURIComponent(clientId)}`);
  const headers = new Headers({
    accept: "application/json",
    "content-type": "application/jose",
    ...(clientId !== null && { authorization: `Bearer ${await makeToken(client, request.scope)}` }),
  });
  const answer = await sendPlain(client, url, {
    ...{ method: clientId === null ? "POST" : "PUT", headers },
    body: await signRequest(client, request),
  });
  const body = parseJson(await answer.text());
  const registered = Registered.safeParse(body);
  if ((answer.status === 200 || answer.status === 201) && registered.success)
    return registered.data;
  const { data: refusal } = Refusal.safeParse(body);
  throw refused(
    refusal
      ? `${bankWords(refusal.error)}${refusal.error_description ? `: ${bankWords(refusal.error_description)}` : ""}`
      : `it responds ${answer.status} without an error that is understood`,
  );
};

async function signRequest(client: IssuerClient, request: RegistrationRequest): Promise<string> {
  const signing = await signingKey(
    request.privateKey,
    client.metadata.request_object_signing_alg_values_supported,
  );
  const key = "key" in signing ? signing.key : signing;
  const kid = request.keyId ?? ("kid" in signing ? signing.kid : undefined);
  const alg = key.algorithm.name === "ECDSA" ? "ES256" : "PS256";
  return new SignJWT(registrationClaims(client, request, alg))
    .setProtectedHeader({ alg, typ: "JWT", ...(kid !== undefined && { kid }) })
    .sign(key);
}

/** A token of the client itself, with which it changes its registration. */
async function makeToken({ oidc, config }: IssuerClient, scope: string): Promise<string> {
  const names = scope.split(" ").filter((name) => name !== "openid");
  const { access_token: token } = await oidc.clientCredentialsGrant(config, {
    scope: names.join(" "),
  });
  return token;
}

const refused = (words: string): Fault =>
  new Fault("INSTITUTION_REGISTRATION_REQUIRED", { cause: new Error(words) });

/** A bank's words on one line, safe for a terminal. */
export const bankWords = (text: string): string =>
  text.slice(0, MAX_WORDS).replace(/[^\x20-\x7e]/g, "?");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
