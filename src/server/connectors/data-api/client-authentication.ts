import { createPrivateKey, type JsonWebKey, type KeyObject, webcrypto } from "node:crypto";
import type * as Oidc from "openid-client";
import type {
  ClientSecrets,
  InstitutionRegistration,
  SignCommand,
} from "../../domain/institutions/institution-registration.ts";
import type { IssuerMetadata } from "./issuer-metadata.ts";
import { resignByCommand, standInKey } from "./sign-command.ts";

/** The algorithms by type of key or curve; the first is the default. */
const ALGORITHMS: Record<string, readonly string[]> = {
  rsa: ["PS256", "RS256"],
  "P-256": ["ES256"],
  "P-384": ["ES384"],
  ed25519: ["EdDSA", "Ed25519"],
};

/** How a client authenticates at its issuer's token endpoint. */
export const clientAuthentication = async (
  oidc: typeof Oidc,
  { authentication, standard }: InstitutionRegistration,
  { clientSecret, privateKey, signCommand }: ClientSecrets,
  { token_endpoint_auth_signing_alg_values_supported: algorithms, token_endpoint }: IssuerMetadata,
): Promise<Oidc.ClientAuth> => {
  switch (authentication) {
    case "client_secret_basic":
      return oidc.ClientSecretBasic(clientSecret);
    case "client_secret_post":
      return oidc.ClientSecretPost(clientSecret);
    case "private_key_jwt":
      return resigned(
        signCommand,
        oidc.PrivateKeyJwt(
          signCommand
            ? await standInKey(signCommand)
            : await signingKey(privateKey ?? "", algorithms),
          {
            [oidc.modifyAssertion]: (header, payload) => {
              // The library only knows the newer name (RFC 9864).
              if (header.alg === "Ed25519" && privateKey)
                header.alg = selectAlgorithm(readKey(privateKey), algorithms);
              if (standard.deviations.assertionAudience === "token_endpoint" && token_endpoint)
                payload.aud = token_endpoint;
            },
          },
        ),
      );
    case "tls_client_auth":
    case "self_signed_tls_client_auth":
      return oidc.TlsClientAuth();
    case "none":
      return oidc.None();
  }
};

/** Client authentication whose assertion a program signs. */
const resigned =
  (command: SignCommand | undefined, authenticate: Oidc.ClientAuth): Oidc.ClientAuth =>
  async (server, client, body, headers) => {
    await authenticate(server, client, body, headers);
    const assertion = body.get("client_assertion");
    if (command && assertion !== null)
      body.set("client_assertion", await resignByCommand(command, assertion));
  };

/**
 * The signing key of a client's assertions, from PEM or a JWK as JSON, whose `kid` and `alg` are
 * kept. Throws an Error for text that is no private key, and for unsupported types.
 */
export const signingKey = async (
  text: string,
  supportedAlgorithms?: readonly string[],
): Promise<Oidc.PrivateKey> => {
  const { jwk, key } = readKey(text);
  return {
    key: await webcrypto.subtle.importKey(
      "pkcs8",
      key.export({ format: "der", type: "pkcs8" }),
      algorithmParameters(selectAlgorithm({ jwk, key }, supportedAlgorithms)),
      false,
      ["sign"],
    ),
    ...(jwk && typeof jwk.kid === "string" && { kid: jwk.kid }),
  };
};

type Key = { jwk: JsonWebKey | null; key: KeyObject };

const readKey = (text: string): Key => {
  const jwk: JsonWebKey | null = text.trimStart().startsWith("{") ? JSON.parse(text) : null;
  return { jwk, key: createPrivateKey(jwk ? { key: jwk, format: "jwk" } : text) };
};

/** The name of a key's algorithm: its own, or else the first that the issuer supports. */
function selectAlgorithm({ jwk, key }: Key, supportedAlgorithms?: readonly string[]): string {
  const algorithms = ALGORITHMS[keyTypeOf(key)];
  if (!algorithms)
    throw new Error(`a private key has to be RSA, P-256, P-384 or Ed25519, not ${keyTypeOf(key)}`);
  const keyAlgorithm = jwk && "alg" in jwk ? jwk.alg : undefined;
  return (
    algorithms.find((algorithm) => algorithm === keyAlgorithm) ??
    algorithms.find((algorithm) => supportedAlgorithms?.includes(algorithm)) ??
    algorithms[0] ??
    ""
  );
}

const keyTypeOf = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string =>
  asymmetricKeyType === "ec"
    ? (CURVES[asymmetricKeyDetails?.namedCurve ?? ""] ?? "another curve")
    : String(asymmetricKeyType);

const CURVES: Record<string, string> = { prime256v1: "P-256", secp384r1: "P-384" };

function algorithmParameters(algorithm: string) {
  switch (algorithm) {
    case "PS256":
      return { name: "RSA-PSS", hash: "SHA-256" };
    case "RS256":
      return { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
    case "ES256":
      return { name: "ECDSA", namedCurve: "P-256" };
    case "ES384":
      return { name: "ECDSA", namedCurve: "P-384" };
    default:
      return { name: "Ed25519" };
  }
}

/** The name of a key's algorithm, or of its curve. */
export const chooseAlgorithm = (key: Oidc.PrivateKey): string => {
  const { algorithm } = "key" in key ? key.key : key;
  return "namedCurve" in algorithm ? String(algorithm.namedCurve) : algorithm.name;
};
