import { signingKey } from "../../server/connectors/data-api/client-authentication.ts";
import { institutionUrlProblem } from "../../server/domain/institutions/institution-url.ts";
import { SettingsError } from "../../server/settings/settings.ts";
import { readAuthorities, readSecretFile, readTlsPair } from "../institutions/secret-files.ts";
import type { ClientAuthentication } from "./client.ts";
import type { FileToken } from "./gather.ts";
import type { ClientTls } from "./reply.ts";

/** The options of a check, as they are typed. */
export type CheckOptions = {
  clientId: string | undefined;
  clientSecretFile: string | undefined;
  privateKey: string | undefined;
  certificate: string | undefined;
  certificateKey: string | undefined;
  ca: string | undefined;
  clientAuthentication: string | undefined;
  redirectUri: string;
  dataUrl: string | undefined;
  scope: readonly string[];
  resource: string | undefined;
  accessTokenFile: string | undefined;
  refreshTokenFile: string | undefined;
  once: boolean;
  timeout: string;
  wait: string;
  json: boolean;
};

const SECRET_METHODS = ["client_secret_basic", "client_secret_post"] as const;

const SCOPES = ["openid", "offline_access", "Account", "Customer", "Transactions"];

/** The options, checked; throws a SettingsError that names the one that is wrong. */
export const readOptions = async (issuer: string, options: CheckOptions, now: number) => {
  requireUrl("the issuer", issuer);
  const { clientId, dataUrl, resource, scope, accessTokenFile, refreshTokenFile } = options;
  if (dataUrl !== undefined) requireUrl("--data-url", dataUrl);
  if (accessTokenFile !== undefined && refreshTokenFile !== undefined)
    throw new SettingsError("--access-token-file and --refresh-token-file do not go together");
  if (clientId === undefined && accessTokenFile === undefined)
    throw new SettingsError("--client-id is missing: what the institution has given out");
  const scopes = scope.flatMap((each) => each.split(/[\s,]+/)).filter((each) => each !== "");
  return {
    issuer,
    clientId: clientId ?? "",
    authentication: await readAuthentication(options),
    tls: readTls(options, now),
    scopes: scopes.length > 0 ? scopes : SCOPES,
    dataUrl: (dataUrl ?? `${issuer.replace(/\/$/, "")}/fdx/v6`).replace(/\/$/, ""),
    resource,
    fileToken: readToken(options),
    redirectUri: requireLoopback(options.redirectUri),
    timeoutMs: milliseconds("--timeout", options.timeout),
    waitMs: milliseconds("--wait", options.wait),
  };
};

async function readAuthentication(options: CheckOptions): Promise<ClientAuthentication> {
  const { clientSecretFile, privateKey } = options;
  if (clientSecretFile !== undefined && privateKey !== undefined)
    throw new SettingsError("--client-secret-file and --private-key do not go together");
  if (clientSecretFile !== undefined)
    return { by: "secret", secret: readSecretFile(clientSecretFile), how: howOf(options) };
  howOf(options, false);
  if (privateKey === undefined) return { by: "nothing" };
  const { key, kid } = await signingKey(readSecretFile(privateKey))
    .then((signing) => ("key" in signing ? signing : { key: signing, kid: undefined }))
    .catch((cause: unknown) => {
      throw new SettingsError(
        `${privateKey} is no private key to sign with: give one of RSA, P-256, P-384 or Ed25519 as PEM or JWK`,
        { cause },
      );
    });
  return { by: "key", key, keyId: kid, algorithm: algorithmOf(key) };
}

/** How a secret is sent; without one there is no choice. */
function howOf(
  { clientAuthentication }: CheckOptions,
  hasSecret = true,
): (typeof SECRET_METHODS)[number] {
  if (clientAuthentication === undefined) return "client_secret_basic";
  const method = SECRET_METHODS.find((one) => one === clientAuthentication);
  if (method === undefined || !hasSecret)
    throw new SettingsError(
      `--client-authentication must be ${SECRET_METHODS.join(" or ")}, and goes with --client-secret-file; ` +
        "other ways follow from --private-key and --certificate",
    );
  return method;
}

/** What is shown and trusted in TLS; undefined for nothing of one's own. */
function readTls(
  { certificate, certificateKey, ca }: CheckOptions,
  now: number,
): ClientTls | undefined {
  if ((certificate === undefined) !== (certificateKey === undefined))
    throw new SettingsError(
      "--certificate and --certificate-key go together: each names a PEM file",
    );
  const pair =
    certificate === undefined || certificateKey === undefined
      ? undefined
      : readTlsPair(certificate, certificateKey, now);
  const authorities = ca === undefined ? undefined : readAuthorities(ca, now);
  return pair || authorities !== undefined ? { pair, authorities } : undefined;
}

function algorithmOf({ algorithm }: CryptoKey): string {
  if (algorithm.name === "RSA-PSS") return "PS256";
  if (algorithm.name === "RSASSA-PKCS1-v1_5") return "RS256";
  if (algorithm.name !== "ECDSA") return "EdDSA";
  return "namedCurve" in algorithm && algorithm.namedCurve === "P-384" ? "ES384" : "ES256";
}

function readToken({ accessTokenFile, refreshTokenFile }: CheckOptions): FileToken {
  if (accessTokenFile !== undefined) return { accessToken: readSecretFile(accessTokenFile) };
  return refreshTokenFile === undefined ? null : { refreshToken: readSecretFile(refreshTokenFile) };
}

function requireUrl(what: string, url: string): void {
  const problem = institutionUrlProblem(url);
  if (problem !== null) throw new SettingsError(`${what} ${problem}`);
}

function requireLoopback(redirectUri: string): string {
  const isLoopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\/[^?#]*$/.test(redirectUri);
  if (!isLoopback || !URL.canParse(redirectUri))
    throw new SettingsError(
      "--redirect-uri must be an address of this machine, like http://127.0.0.1:8765/return",
    );
  return redirectUri;
}

function milliseconds(option: string, text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600))
    throw new SettingsError(`${option} must be seconds, from 1 to 3600, not ${text}`);
  return seconds * 1000;
}
