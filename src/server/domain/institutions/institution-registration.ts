import { z } from "zod";
import { isLoopback } from "../clients/origin.ts";
import type { Vault } from "../vault.ts";
import { Deviations, NO_DEVIATIONS } from "./deviations.ts";
import { RequestQuota } from "./request-quota.ts";

/** The methods by which this server authenticates to an institution (RFC 6749, RFC 7523, RFC 8705). */
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
 * The flows by which users authorize access: at the institution's own site (the authorization code flow), or
 * in its app, while Link waits (OpenID CIBA in poll mode).
 */
const SIGN_IN_FLOWS = ["code", "ciba"] as const;
export type SignInFlow = (typeof SIGN_IN_FLOWS)[number];

/** The security profiles of OpenID (FAPI) that a connection may be held to. */
const SECURITY_PROFILES = ["none", "fapi1", "fapi2"] as const;

/**
 * The approaches by which users authorize a consent that this server has made: by OAuth; or without it, after which
 * requests carry the consent's id and no token: at the institution's own site, in its app, or by a form of Link for
 * their password there and a code.
 */
export const APPROACHES = ["oauth", "redirect", "decoupled", "embedded"] as const;
export type Approach = (typeof APPROACHES)[number];

/** The source of the decision on binding tokens to a key: the metadata alone, the operator, or a probe. */
const DPOP_DECIDERS = ["metadata", "operator", "probe"] as const;
export type DpopDecider = (typeof DPOP_DECIDERS)[number];

/** Whether tokens are bound to a key (DPoP) if the metadata offer that; otherwise they are Bearer tokens. */
export type DpopDecision = { dpop: boolean; dpopBy: DpopDecider };

/** The standard of an institution's data API: its dialect, its security profile and the bank's deviations. */
export const InstitutionStandard = z.strictObject({
  /** The name of its dialect, such as fdx or uk. */
  dialect: z.string(),
  security: z.enum(SECURITY_PROFILES),
  approach: z.enum(APPROACHES).default("oauth"),
  deviations: Deviations,
});
export type InstitutionStandard = z.infer<typeof InstitutionStandard>;

type SignInStandard = Pick<InstitutionStandard, "approach" | "deviations">;

/** Whether the users of a connection sign in by OAuth, and authorize their consent in another approach after that. */
export const hasPreStep = ({ approach, deviations }: SignInStandard): boolean =>
  approach !== "oauth" && deviations.preStep === "oauth";

/** Whether users authorize a connection by OAuth, or sign in by it before, which gives out tokens. */
export const hasTokens = (standard: SignInStandard): boolean =>
  standard.approach === "oauth" || hasPreStep(standard);

/** The standard of a connection that names none. */
export const FDX_STANDARD: InstitutionStandard = {
  dialect: "fdx",
  security: "none",
  approach: "oauth",
  deviations: NO_DEVIATIONS,
};

/** The operator's declaration of how to reach an institution's data API. */
export const InstitutionRegistration = z.strictObject({
  institutionId: z.string(),
  /** The issuer's identifier, exactly as its metadata has it. */
  issuer: z.string(),
  clientId: z.string(),
  authentication: z.enum(CLIENT_AUTHENTICATIONS),
  /** The base URL of its dialect's paths, without a slash at its end. */
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
  /** The number of requests that the institution allows; null if it does not say. */
  quota: RequestQuota.nullable().default(null),
  /**
   * Whether it redirects users to a path of its own, so that no other institution's callback is accepted for
   * it.
   */
  ownRedirectUri: z.boolean().default(false),
  /** The hosts of it that may be on a private network, as the command line has named them. */
  privateHosts: z.array(z.string()).default([]),
  /** Whether tokens are bound to a key if its metadata offer that; its data API has to accept them then. */
  dpop: z.boolean().default(true),
  dpopBy: z.enum(DPOP_DECIDERS).default("metadata"),
  standard: InstitutionStandard.default(FDX_STANDARD),
});
export type InstitutionRegistration = z.infer<typeof InstitutionRegistration>;

const CertificatePair = z.strictObject({ certificate: z.string(), key: z.string() });
export type CertificatePair = z.infer<typeof CertificatePair>;

/** A certificate for seals with its key, or with a program that signs by that key, such as one in front of an HSM. */
const SealCertificate = z.union([
  CertificatePair,
  z.strictObject({
    certificate: z.string(),
    program: z.string(),
    argumentTexts: z.array(z.string()),
  }),
]);
export type SealCertificate = z.infer<typeof SealCertificate>;

/** A program that signs for the client by a key that stays with it, such as one in front of an HSM. */
export const SignCommand = z.strictObject({
  program: z.string(),
  argumentTexts: z.array(z.string()),
  /** The public half of its key, as PEM, and the id of the key at the institution. */
  publicKey: z.string(),
  keyId: z.string().nullable(),
});
export type SignCommand = z.infer<typeof SignCommand>;

/** The credentials of the client. Keys and certificates are PEM; a key may also be a JWK as JSON. */
export const ClientSecrets = z.strictObject({
  clientSecret: z.string().optional(),
  privateKey: z.string().optional(),
  /** The program that signs in place of a private key. */
  signCommand: SignCommand.optional(),
  /** The client's certificate in TLS (mTLS). */
  certificate: CertificatePair.optional(),
  /** The one that follows it: from the day on which that ends, or when the institution refuses that. */
  nextCertificate: CertificatePair.optional(),
  /** The client's certificate for seals (QSealC), with which it signs its requests. */
  sealCertificate: SealCertificate.optional(),
  /** The one that follows it, from the day on which that ends. */
  nextSealCertificate: SealCertificate.optional(),
  /** No secret: the authorities of its own that the institution's servers are certified by. */
  authorities: z.string().optional(),
});
export type ClientSecrets = z.infer<typeof ClientSecrets>;

/** Seals the secrets of a client; they open for that institution only. */
const sealClientSecrets = (vault: Vault, institutionId: string, secrets: ClientSecrets): string =>
  vault.seal(sealPurpose(institutionId), JSON.stringify(secrets));

/** Opens the secrets of a connection. */
export const openClientSecrets = (
  vault: Vault,
  {
    institutionId,
    sealedSecrets,
  }: Pick<InstitutionRegistration, "institutionId" | "sealedSecrets">,
): ClientSecrets =>
  ClientSecrets.parse(JSON.parse(vault.open(sealPurpose(institutionId), sealedSecrets)));

const sealPurpose = (institutionId: string): string => `institution-connection:${institutionId}`;

/** The operator's declaration; fields that are left out have their defaults. */
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
  /** The operator's decision; the metadata decide if it is left out. */
  dpop?: boolean | undefined;
  /** FDX by default. */
  standard?: InstitutionStandard | undefined;
  /** The hosts of it that may be on a private network; none by default. */
  mayBePrivate?: ((host: string) => boolean) | undefined;
};

/** Returns the hosts that the operator has named; the institution alone names all others. */
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
    standard: declaration.standard ?? FDX_STANDARD,
  };
};

function authenticationBy({ clientSecret, privateKey, signCommand, certificate }: ClientSecrets) {
  if (privateKey !== undefined || signCommand !== undefined) return "private_key_jwt";
  if (clientSecret !== undefined) return "client_secret_basic";
  return certificate === undefined ? "none" : "tls_client_auth";
}

/**
 * The problem with an address that the operator declares for an institution; null if there is none.
 * It may be on a private network, since only the operator names it; plain HTTP stays on this machine.
 */
export const institutionUrlProblem = (url: string): string | null => {
  if (!URL.canParse(url)) return "must be a URL like https://bank.example";
  const { protocol, username, password, hostname, search, hash } = new URL(url);
  if (username !== "" || password !== "") return "must have no user name or password in it";
  if (search !== "" || hash !== "") return "must have no ? and no # in it";
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname)))
    return "must begin with https://, or with http:// on this machine";
  return null;
};
