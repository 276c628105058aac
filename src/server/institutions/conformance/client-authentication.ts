import { randomUUID } from "node:crypto";
import { type CryptoKey, SignJWT } from "jose";
import { signingKey } from "../../connectors/data-api/client-authentication.ts";
import type { ClientSecrets } from "../../domain/institutions/institution-registration.ts";

/** The methods of client authentication at the token endpoint. */
export type ClientAuthentication =
  | { by: "secret"; secret: string; how: "client_secret_basic" | "client_secret_post" }
  | { by: "key"; key: CryptoKey; algorithm: string; keyId: string | undefined }
  | { by: "nothing" };

/** Returns the authentication for the secrets of a client. */
export const clientAuthentication = async (
  { clientSecret, privateKey }: Pick<ClientSecrets, "clientSecret" | "privateKey">,
  how: "client_secret_basic" | "client_secret_post",
): Promise<ClientAuthentication> => {
  if (clientSecret !== undefined) return { by: "secret", secret: clientSecret, how };
  if (privateKey === undefined) return { by: "nothing" };
  const signing = await signingKey(privateKey);
  const { key, kid } = "key" in signing ? signing : { key: signing, kid: undefined };
  return { by: "key", key, keyId: kid, algorithm: chooseAlgorithm(key) };
};

function chooseAlgorithm({ algorithm }: CryptoKey): string {
  if (algorithm.name === "RSA-PSS") return "PS256";
  if (algorithm.name === "RSASSA-PKCS1-v1_5") return "RS256";
  if (algorithm.name !== "ECDSA") return "EdDSA";
  return "namedCurve" in algorithm && algorithm.namedCurve === "P-384" ? "ES384" : "ES256";
}

type Client = { clientId: string; authentication: ClientAuthentication; issuer: string };

/**
 * Returns a form for the token endpoint, or a similar endpoint, with the client's authentication.
 */
export const clientForm = async (
  { clientId, authentication, issuer }: Client,
  fields: Record<string, string>,
): Promise<RequestInit & { headers: Record<string, string> }> => {
  const body = new URLSearchParams(fields);
  const headers: Record<string, string> = {};
  if (authentication.by === "secret" && authentication.how === "client_secret_basic")
    headers.authorization = basic(clientId, authentication.secret);
  else body.set("client_id", clientId);
  if (authentication.by === "secret" && authentication.how === "client_secret_post")
    body.set("client_secret", authentication.secret);
  if (authentication.by === "key") {
    body.set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    body.set("client_assertion", await assertion(clientId, issuer, authentication));
  }
  return { method: "POST", headers, body };
};

/** Id and secret are form-encoded first (RFC 6749, 2.3.1). */
const basic = (clientId: string, secret: string): string =>
  `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString("base64")}`;

const encode = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

const assertion = (
  clientId: string,
  issuer: string,
  { key, algorithm, keyId }: Extract<ClientAuthentication, { by: "key" }>,
): Promise<string> =>
  new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: algorithm, ...(keyId !== undefined && { kid: keyId }) })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime("1m")
    .sign(key);
