import { z } from "zod";
import { problemsIn } from "../../../protocol/errors/problems.ts";
import { clientSecretsProblem } from "../../domain/institutions/client-secrets-problem.ts";
import {
  APPROACHES,
  type CertificatePair,
  CLIENT_AUTHENTICATIONS,
  type ClientAuthentication,
  type ClientSecrets,
  type InstitutionStandard,
  institutionUrlProblem,
  type RegistrationDeclaration,
  SECURITY_PROFILES,
  type SealCertificate,
} from "../../domain/institutions/institution-registration.ts";
import { QUOTA_UNITS, RequestQuota } from "../../domain/institutions/request-quota.ts";
import { outboundHostProblem } from "../../domain/outbound-hosts.ts";
import type { Services } from "../../domain/services.ts";
import { NewInstitution } from "./new-institution.ts";

const InstitutionId = z.string().trim().max(100);
const Text = z.string().trim().max(2000);
const Pem = z.string().trim().max(20_000);

/**
 * The declaration of a connection. The schema refuses little, since most problems are reported per
 * field later.
 */
export const ConnectRequest = z.strictObject({
  /** Empty for a new institution with the next free id. */
  institution_id: InstitutionId,
  /** The institution, if it is added with the connection. */
  institution: NewInstitution.optional(),
  issuer: Text,
  /** This server's client id at the institution. A call's own `client_id` is one of our clients. */
  issued_client_id: Text,
  client_secret: Text.optional(),
  private_key: Pem.optional(),
  certificate: Pem.optional(),
  certificate_key: Pem.optional(),
  /** The certificate that follows it, and those for seals. */
  next_certificate: Pem.optional(),
  next_certificate_key: Pem.optional(),
  seal_certificate: Pem.optional(),
  seal_certificate_key: Pem.optional(),
  next_seal_certificate: Pem.optional(),
  next_seal_certificate_key: Pem.optional(),
  authorities: Pem.optional(),
  authentication: z.enum(CLIENT_AUTHENTICATIONS).optional(),
  data_url: Text.optional(),
  scopes: Text.optional(),
  resource: Text.optional(),
  ciba: z.boolean().optional(),
  /** The standard of its data, and the security profile; left out to keep the stored ones. */
  dialect: Text.optional(),
  security: z.enum(SECURITY_PROFILES).optional(),
  /** The approach of consents' authorization; left out to keep the stored one. */
  approach: z.enum(APPROACHES).optional(),
  /** The bank's deviations, one per line; left out to keep the stored ones. */
  deviations: Text.optional(),
  /** The typed text; empty for no limit. */
  requests_per_day: z.string().trim().max(20).optional(),
  requests_counted_by: z.enum(QUOTA_UNITS).optional(),
  own_redirect_uri: z.boolean().optional(),
  /** Whether tokens are bound to a key (DPoP); left out to keep the operator's earlier choice. */
  dpop: z.enum(["probe", "on", "off"]).optional(),
  /** Allows another issuer although linked Items have the stored one. */
  another_issuer: z.boolean().optional(),
  /** Keeps each stored secret that is left out. */
  keep_secrets: z.boolean().optional(),
  /** Remove the certificate, or that for seals, even with `keep_secrets`. */
  forget_certificate: z.boolean().optional(),
  forget_seal_certificate: z.boolean().optional(),
});
export type ConnectRequest = z.output<typeof ConnectRequest>;

/** The problem of each wrong field, as a sentence. */
export type FieldProblems = Record<string, string>;

/** A connection's stored secrets, and their issuer. */
export type StoredSecrets = { issuer: string; secrets: ClientSecrets };

/**
 * Returns a request's declaration with the kept secrets. A certificate and its key may arrive
 * separately. A client secret is not kept for another issuer, to whom it would be sent, so that an
 * editor cannot obtain it.
 */
export const readConnection = (
  body: ConnectRequest,
  stored: StoredSecrets | null,
  services: Pick<Services, "clock" | "outboundHosts">,
): { declaration: RegistrationDeclaration; problems: FieldProblems } => {
  const isForOther = stored !== null && stored.issuer !== body.issuer;
  const { clientSecret, ...others } = (body.keep_secrets && stored?.secrets) || {};
  const secrets = mergeSecrets(
    body,
    isForOther || !clientSecret ? others : { ...others, clientSecret },
  );
  const isWithheld =
    isForOther && clientSecret !== undefined && !body.client_secret && usesClientSecret(body);
  const scopes = (body.scopes ?? "").split(/\s+/).filter((scope) => scope !== "");
  const perDay = body.requests_per_day ?? "";
  const quota = RequestQuota.safeParse({
    requestsPerDay: /^\d{1,7}$/.test(perDay) ? Number(perDay) : 0,
    countedBy: body.requests_counted_by ?? "customer",
  });
  return {
    declaration: {
      institutionId: body.institution_id,
      issuer: body.issuer,
      clientId: body.issued_client_id,
      secrets,
      authentication: body.authentication,
      dataUrl: body.data_url || undefined,
      ...(scopes.length > 0 && { scopes: [...new Set(scopes)] }),
      resource: body.resource || undefined,
      flow: body.ciba ? "ciba" : "code",
      quota: quota.success && perDay !== "" ? quota.data : undefined,
      ownRedirectUri: body.own_redirect_uri ?? false,
    },
    problems: {
      ...findProblems(body, secrets, services),
      ...(isWithheld && {
        client_secret:
          "The stored one is for another issuer, and goes to no other: enter it again.",
      }),
      ...(perDay !== "" &&
        (!quota.success || quota.data.requestsPerDay > MAX_REQUESTS) && {
          requests_per_day:
            "It must be a whole number from 1 to 1,000,000, or empty for any number.",
        }),
    },
  };
};

const MAX_REQUESTS = 1_000_000;

const usesClientSecret = ({ authentication: method }: ConnectRequest): boolean =>
  method === undefined || method.startsWith("client_secret");

function mergeSecrets(body: ConnectRequest, secretsBefore: ClientSecrets): ClientSecrets {
  const { authentication: method, authorities } = body;
  // A client authenticated by certificate may sign its requests by a key.
  const usesKey = method === undefined || /^(private_key_jwt|.*tls_client_auth)$/.test(method);
  const clientSecret =
    body.client_secret || (usesClientSecret(body) ? secretsBefore.clientSecret : undefined);
  const privateKey = body.private_key || (usesKey ? secretsBefore.privateKey : undefined);
  const entered = pairIn(body, "certificate");
  const isReplaced = entered !== undefined || body.forget_certificate === true;
  const certificate = isReplaced ? entered : secretsBefore.certificate;
  const enteredSeal = pairIn(body, "seal_certificate");
  const isSealReplaced = enteredSeal !== undefined || body.forget_seal_certificate === true;
  const sealCertificate = isSealReplaced ? enteredSeal : secretsBefore.sealCertificate;
  // Only the command line sets this.
  const signCommand = usesKey && !body.private_key ? secretsBefore.signCommand : undefined;
  const nextCertificate =
    pairIn(body, "next_certificate") ?? (isReplaced ? undefined : secretsBefore.nextCertificate);
  const nextSealCertificate =
    pairIn(body, "next_seal_certificate") ??
    (isSealReplaced ? undefined : secretsBefore.nextSealCertificate);
  const caCertificates = authorities ?? secretsBefore.authorities;
  return {
    ...(clientSecret && { clientSecret }),
    ...(privateKey && { privateKey }),
    ...(signCommand && { signCommand }),
    ...(certificate && { certificate }),
    ...(nextCertificate && { nextCertificate }),
    ...(sealCertificate && { sealCertificate }),
    ...(nextSealCertificate && { nextSealCertificate }),
    ...(caCertificates && { authorities: caCertificates }),
  };
}

const PAIRS = [
  "certificate",
  "next_certificate",
  "seal_certificate",
  "next_seal_certificate",
] as const;

/** A certificate and its key as they were entered; undefined without both. */
function pairIn(body: ConnectRequest, name: (typeof PAIRS)[number]): CertificatePair | undefined {
  const [certificate, key] = [body[name], body[`${name}_key`]];
  return certificate && key ? { certificate, key } : undefined;
}

/** The keys, certificates and programs that show who this server is. */
const KEYS = [
  "privateKey",
  "signCommand",
  "certificate",
  "nextCertificate",
  "sealCertificate",
  "nextSealCertificate",
] as const;

const ADMIN_ONLY = "The connection has keys, so only an admin changes it";

type Addressed = {
  issuer: string;
  dataUrl: string;
  secrets: ClientSecrets;
  standard: Pick<InstitutionStandard, "security">;
};

/**
 * Returns the problems of fields that only an admin changes: the addresses of a connection with keys, since they sign for
 * each host that it names, the authorities that vouch for a host, and the programs that sign.
 */
export const adminProblems = (before: Addressed, after: Addressed): FieldProblems => {
  if (KEYS.every((key) => before.secrets[key] === undefined)) return {};
  const dropsProgram = before.secrets.signCommand !== undefined && !after.secrets.signCommand;
  const seals = (["sealCertificate", "nextSealCertificate"] as const).filter(
    (key) => programOf(before.secrets[key]) !== programOf(after.secrets[key]),
  );
  return {
    ...(before.issuer !== after.issuer && { issuer: `${ADMIN_ONLY}: it is ${before.issuer}.` }),
    ...(before.dataUrl !== after.dataUrl && {
      data_url: `${ADMIN_ONLY}: it is ${before.dataUrl}.`,
    }),
    ...(before.standard.security !== after.standard.security && {
      security: `${ADMIN_ONLY}: it is ${before.standard.security}.`,
    }),
    ...((before.secrets.authorities ?? "").trim() !== (after.secrets.authorities ?? "").trim() && {
      authorities: `${ADMIN_ONLY}: another authority vouches for other hosts.`,
    }),
    ...(dropsProgram && { private_key: `${ADMIN_ONLY}: a program signs in place of a key.` }),
    ...(seals.length > 0 && { seal_certificate: `${ADMIN_ONLY}: a program signs by its key.` }),
  };
};

/** The program that signs by a certificate's key; undefined for a key of its own. */
const programOf = (seal: SealCertificate | undefined): string | undefined =>
  seal && "program" in seal ? JSON.stringify([seal.program, seal.argumentTexts]) : undefined;

/** The secrets that each authentication method needs. */
const NEEDS: { readonly [A in ClientAuthentication]: [string, keyof ClientSecrets | null] } = {
  client_secret_basic: ["client_secret", "clientSecret"],
  client_secret_post: ["client_secret", "clientSecret"],
  private_key_jwt: ["private_key", "privateKey"],
  tls_client_auth: ["certificate", "certificate"],
  self_signed_tls_client_auth: ["certificate", "certificate"],
  none: ["", null],
};

function findProblems(
  body: ConnectRequest,
  secrets: ClientSecrets,
  { clock, outboundHosts }: Pick<Services, "clock" | "outboundHosts">,
): FieldProblems {
  const { issuer, data_url, resource, scopes, authentication } = body;
  const problems: FieldProblems = {};
  for (const [name, url] of Object.entries({ issuer, data_url })) {
    const problem = url
      ? (institutionUrlProblem(url) ?? outboundHostProblem(url, outboundHosts))
      : null;
    if (problem !== null) problems[name] = `It ${problem}.`;
  }
  if (issuer === "") problems.issuer = "Its metadata is found by this address.";
  if (body.issued_client_id === "")
    problems.issued_client_id = "The institution has given one out when it registered this server.";
  if (resource && !URL.canParse(resource)) problems.resource = "It must be a URL.";
  if (scopes && !/^[\x20\x21\x23-\x5b\x5d-\x7e\s]+$/.test(scopes))
    problems.scopes = "It has characters that no scope may have.";
  const [field, secret] = authentication ? NEEDS[authentication] : ["", null];
  if (secret !== null && secrets[secret] === undefined)
    problems[field] = `${authentication} needs it.`;
  for (const name of PAIRS)
    if (!body[name] !== !body[`${name}_key`])
      problems[body[name] ? `${name}_key` : name] = "A certificate and its key go together.";
  const problem = clientSecretsProblem(secrets, clock());
  if (problem !== null) {
    const [, name = "", rest = ""] = /^(\w+)(.*)$/.exec(problem) ?? [];
    problems[name] ??= /^ (must|is|was) /.test(rest)
      ? `It${rest}.`
      : `${name.charAt(0).toUpperCase()}${`${name.slice(1)}${rest}`.replaceAll("_", " ")}.`;
  }
  return problems;
}

/** Returns the problems of fields under a schema. */
export const schemaProblems = (schema: z.ZodType, value: unknown): FieldProblems => {
  const result = schema.safeParse(value);
  if (result.success) return {};
  const { missing, invalid } = problemsIn(result.error.issues, value);
  return Object.fromEntries([
    ...invalid.map((problem) => {
      const [, name = "", rest = ""] = /^(\w+)\S*(.*)$/.exec(problem) ?? [];
      return [name, `It${rest}.`];
    }),
    ...missing.map((name) => [name, "It is missing."]),
  ]);
};
