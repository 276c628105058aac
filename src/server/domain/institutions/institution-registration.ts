import { z } from "zod";
import type { Vault } from "../vault.ts";
import { RequestQuota } from "./request-quota.ts";

/** How this server proves to an institution who it is (RFC 6749, RFC 7523, RFC 8705). */
export const CLIENT_AUTHENTICATIONS = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth",
  "none",
] as const;
export type ClientAuthentication = (typeof CLIENT_AUTHENTICATIONS)[number];

/**
 * How users authorize a connection: at the institution's own site (the authorization code flow), or in its
 * app, while Link waits (OpenID CIBA in poll mode).
 */
const SIGN_IN_FLOWS = ["code", "ciba"] as const;
export type SignInFlow = (typeof SIGN_IN_FLOWS)[number];

/** By whom it is decided whether tokens are bound to a key: by the metadata alone, the operator, or a probe. */
const DPOP_DECIDERS = ["metadata", "operator", "probe"] as const;
export type DpopDecider = (typeof DPOP_DECIDERS)[number];

/** Whether tokens are bound to a key (DPoP) where the metadata offer that; else they are Bearer alone. */
export type DpopDecision = { dpop: boolean; dpopBy: DpopDecider };

/** How an institution is reached by its data API: what the operator has declared. */
export const InstitutionRegistration = z.strictObject({
  institutionId: z.string(),
  /** The issuer's identifier, exactly as its metadata has it. */
  issuer: z.string(),
  clientId: z.string(),
  authentication: z.enum(CLIENT_AUTHENTICATIONS),
  /** Where the accounts are read: what FDX's paths are relative to, without a slash at its end. */
  dataUrl: z.string(),
  /** The scopes to ask for; null for those that the issuer offers and the products need. */
  scopes: z.array(z.string()).nullable(),
  /** The resource indicator of the data (RFC 8707), if the issuer asks for one. */
  resource: z.string().nullable(),
  flow: z.enum(SIGN_IN_FLOWS).default("code"),
  /** The secrets of the client, sealed for the institution. */
  sealedSecrets: z.string(),
  /** When it was declared, in ms since 1970. */
  connectedAt: z.number(),
  /** How many requests the institution allows; null if it does not say. */
  quota: RequestQuota.nullable().default(null),
  /** Whether it sends users back to a path of its own: nobody else's answer is taken for its own then. */
  ownRedirectUri: z.boolean().default(false),
  /** Which of its hosts may be on a private network: those that the command line has named. */
  privateHosts: z.array(z.string()).default([]),
  /** Whether tokens are bound to a key where its metadata offer that, as its data API has to take them. */
  dpop: z.boolean().default(true),
  dpopBy: z.enum(DPOP_DECIDERS).default("metadata"),
});
export type InstitutionRegistration = z.infer<typeof InstitutionRegistration>;

/** What proves who the client is. Keys and certificates are PEM; a key may also be a JWK as JSON. */
export const ClientSecrets = z.strictObject({
  clientSecret: z.string().optional(),
  privateKey: z.string().optional(),
  /** Of the client in TLS (mTLS). */
  certificate: z.strictObject({ certificate: z.string(), key: z.string() }).optional(),
  /** No secret: the authorities of its own that the institution's servers are certified by. */
  authorities: z.string().optional(),
});
export type ClientSecrets = z.infer<typeof ClientSecrets>;

/** Seals the secrets of a client; they open for that institution only. */
const sealClientSecrets = (vault: Vault, institutionId: string, secrets: ClientSecrets): string =>
  vault.seal(purposeOf(institutionId), JSON.stringify(secrets));

/** Opens the secrets of a connection. */
export const openClientSecrets = (
  vault: Vault,
  { institutionId, sealedSecrets }: InstitutionRegistration,
): ClientSecrets =>
  ClientSecrets.parse(JSON.parse(vault.open(purposeOf(institutionId), sealedSecrets)));

const purposeOf = (institutionId: string): string => `institution-connection:${institutionId}`;

/** What the operator declares of a connection; what is left out is by default. */
export type RegistrationDeclaration = Pick<
  InstitutionRegistration,
  "institutionId" | "issuer" | "clientId"
> & {
  secrets: ClientSecrets;
  authentication?: ClientAuthentication | undefined;
  dataUrl?: string | undefined;
  scopes?: string[] | undefined;
  resource?: string | undefined;
  flow?: SignInFlow | undefined;
  quota?: RequestQuota | undefined;
  ownRedirectUri?: boolean | undefined;
  /** The operator's word; by the metadata where it is left out. */
  dpop?: boolean | undefined;
  /** Which of its hosts may be on a private network; none if nothing is said. */
  mayBePrivate?: ((host: string) => boolean) | undefined;
};

/** The hosts of a connection that the operator has named; all others are named by the institution alone. */
export const declaredHosts = ({
  issuer,
  dataUrl,
}: Pick<InstitutionRegistration, "issuer" | "dataUrl">): string[] => [
  ...new Set([issuer, dataUrl].map((url) => new URL(url).hostname)),
];

/**
 * A connection as declared, its secrets sealed: `{issuer}/fdx/v6` for the data, and the authentication
 * that the secrets are for.
 */
export const declareRegistration = (
  vault: Vault,
  declaration: RegistrationDeclaration,
  now: number,
): InstitutionRegistration => {
  const { institutionId, issuer, clientId, secrets, mayBePrivate = () => false } = declaration;
  const dataUrl = (declaration.dataUrl ?? `${issuer.replace(/\/+$/, "")}/fdx/v6`).replace(
    /\/+$/,
    "",
  );
  return {
    institutionId,
    issuer,
    clientId,
    authentication: declaration.authentication ?? authenticationBy(secrets),
    dataUrl,
    scopes: declaration.scopes ?? null,
    resource: declaration.resource ?? null,
    flow: declaration.flow ?? "code",
    sealedSecrets: sealClientSecrets(vault, institutionId, secrets),
    connectedAt: now,
    quota: declaration.quota ?? null,
    ownRedirectUri: declaration.ownRedirectUri ?? false,
    privateHosts: declaredHosts({ issuer, dataUrl }).filter(mayBePrivate),
    dpop: declaration.dpop ?? true,
    dpopBy: declaration.dpop === undefined ? "metadata" : "operator",
  };
};

function authenticationBy({ clientSecret, privateKey, certificate }: ClientSecrets) {
  if (privateKey !== undefined) return "private_key_jwt";
  if (clientSecret !== undefined) return "client_secret_basic";
  return certificate === undefined ? "none" : "tls_client_auth";
}
