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
 * The flows by which users authorize access: at the institution's own site (authorization code
 * flow), or in its app while Link waits (OpenID CIBA in poll mode).
 */
const SIGN_IN_FLOWS = ["code", "ciba"] as const;
export type SignInFlow = (typeof SIGN_IN_FLOWS)[number];

/** The security profiles (FAPI) that a connection may require. */
export const SECURITY_PROFILES = ["none", "fapi1", "fapi2"] as const;

/**
 * The approaches by which users authorize a consent that this server has created. With `oauth`,
 * tokens give access. The others use the consent's id without a token: at the institution's site,
 * in its app, or by a form in Link for password and code.
 */
export const APPROACHES = ["oauth", "redirect", "decoupled", "embedded"] as const;
export type Approach = (typeof APPROACHES)[number];

/**
 * The source of the decision whether tokens are bound to a key: the metadata, the operator, or a
 * probe.
 */
const DPOP_DECIDERS = ["metadata", "operator", "probe"] as const;
export type DpopDecider = (typeof DPOP_DECIDERS)[number];

/**
 * Whether tokens are bound to a key (DPoP) if the metadata offer DPoP. Otherwise tokens are Bearer
 * tokens.
 */
export type DpopDecision = { dpop: boolean; dpopBy: DpopDecider };

/**
 * The standard of an institution's data API: dialect, security profile, and the bank's deviations.
 */
export const InstitutionStandard = z.strictObject({
  /** The dialect's name, such as fdx or uk. */
  dialect: z.string(),
  security: z.enum(SECURITY_PROFILES),
  approach: z.enum(APPROACHES).default("oauth"),
  deviations: Deviations,
});
export type InstitutionStandard = z.infer<typeof InstitutionStandard>;

type SignInStandard = Pick<InstitutionStandard, "approach" | "deviations">;

/** Whether users sign in by OAuth first, and then authorize their consent by another approach. */
export const hasPreStep = ({ approach, deviations }: SignInStandard): boolean =>
  approach !== "oauth" && deviations.preStep === "oauth";

/** Whether the connection has tokens, from an authorization or a previous sign-in by OAuth. */
export const hasTokens = (standard: SignInStandard): boolean =>
  standard.approach === "oauth" || hasPreStep(standard);

/** The default standard of a connection. */
export const FDX_STANDARD: InstitutionStandard = {
  dialect: "fdx",
  security: "none",
  approach: "oauth",
  deviations: NO_DEVIATIONS,
};

/** The operator's declaration of how to reach an institution's data API. */
export const InstitutionRegistration = z.strictObject({
  institutionId: z.string(),
  /** The issuer's identifier, exactly as in its metadata. */
  issuer: z.string(),
  clientId: z.string(),
  authentication: z.enum(CLIENT_AUTHENTICATIONS),
  /** The base URL of the dialect's paths, without a trailing slash. */
  dataUrl: z.string(),
  /** The scopes to request; null for the offered scopes that the products need. */
  scopes: z.array(z.string()).nullable(),
  /** The resource indicator of the data (RFC 8707), if the issuer requires one. */
  resource: z.string().nullable(),
  flow: z.enum(SIGN_IN_FLOWS).default("code"),
  /** The client's secrets, sealed for the institution. */
  sealedSecrets: z.string(),
  /** The time of the declaration, in ms since 1970. */
  connectedAt: z.number(),
  /** The allowed number of requests; null if unknown. */
  quota: RequestQuota.nullable().default(null),
  /**
   * Whether the institution has its own callback path, so that another institution's callback is
   * not accepted.
   */
  ownRedirectUri: z.boolean().default(false),
  /** The hosts that may be on a private network, as named at the command line. */
  privateHosts: z.array(z.string()).default([]),
  /**
   * Whether tokens are bound to a key if the metadata offer that. The data API must accept such
   * tokens.
   */
  dpop: z.boolean().default(true),
  dpopBy: z.enum(DPOP_DECIDERS).default("metadata"),
  standard: InstitutionStandard.default(FDX_STANDARD),
});
export type InstitutionRegistration = z.infer<typeof InstitutionRegistration>;

const CertificatePair = z.strictObject({ certificate: z.string(), key: z.string() });
export type CertificatePair = z.infer<typeof CertificatePair>;

/**
 * A seal certificate with its private key, or with a program that signs, such as one in front of an
 * HSM.
 */
const SealCertificate = z.union([
  CertificatePair,
  z.strictObject({
    certificate: z.string(),
    program: z.string(),
    argumentTexts: z.array(z.string()),
  }),
]);
export type SealCertificate = z.infer<typeof SealCertificate>;

/** A program that signs with the client's key and keeps it, such as one in front of an HSM. */
export const SignCommand = z.strictObject({
  program: z.string(),
  argumentTexts: z.array(z.string()),
  /** The public key (PEM), and its id at the institution. */
  publicKey: z.string(),
  keyId: z.string().nullable(),
});
export type SignCommand = z.infer<typeof SignCommand>;

/** The client's credentials. Keys and certificates are PEM; a key may also be a JWK as JSON. */
export const ClientSecrets = z.strictObject({
  clientSecret: z.string().optional(),
  privateKey: z.string().optional(),
  /** The program that signs instead of a private key. */
  signCommand: SignCommand.optional(),
  /** The client certificate in TLS (mTLS). */
  certificate: CertificatePair.optional(),
  /** The next client certificate, used once the current one ends or is refused. */
  nextCertificate: CertificatePair.optional(),
  /** The client's seal certificate (QSealC), which signs its requests. */
  sealCertificate: SealCertificate.optional(),
  /** The next seal certificate, used once the current one ends. */
  nextSealCertificate: SealCertificate.optional(),
  /** The private authorities that certify the institution's servers; not a secret. */
  authorities: z.string().optional(),
});
export type ClientSecrets = z.infer<typeof ClientSecrets>;

/** Seals a client's secrets, for this institution only. */
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

/** The operator's declaration. Missing fields have defaults. */
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
  /** The operator's decision; if left out, the metadata decide. */
  dpop?: boolean | undefined;
  /** FDX by default. */
  standard?: InstitutionStandard | undefined;
  /** Whether a host may be on a private network; by default no host may. */
  mayBePrivate?: ((host: string) => boolean) | undefined;
};

/** Returns the hosts that the operator has named. */
export const declaredHosts = ({
  issuer,
  dataUrl,
}: Pick<InstitutionRegistration, "issuer" | "dataUrl">): string[] => [
  ...new Set([issuer, dataUrl].map((url) => new URL(url).hostname)),
];

/**
 * A declared connection with sealed secrets. By default the data is at `{issuer}/fdx/v6`, and the
 * secrets decide the authentication.
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
 * The problem with an institution's address from the operator, or null. The address may be on a
 * private network, since the operator names it. Plain HTTP is allowed on this machine only.
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
