import { type Deviations, deviationsFrom } from "../../domain/institutions/deviations.ts";
import {
  hasTokens,
  type InstitutionRegistration,
  type InstitutionStandard,
  type RegistrationDeclaration,
} from "../../domain/institutions/institution-registration.ts";
import {
  basePathOf,
  DIALECT_NAMES,
  listApproaches,
  signsRequests,
} from "../../institutions/approaches.ts";
import type { ConnectRequest, FieldProblems } from "./connection-request.ts";

type Declared = Pick<RegistrationDeclaration, "secrets" | "flow">;

/** Returns the standard that a request declares, or the problem of a field. */
export const readStandard = (
  body: ConnectRequest,
  before: InstitutionStandard,
  declared: Declared,
): { standard: InstitutionStandard } | { problems: FieldProblems } => {
  const { dialect = before.dialect, security = before.security } = body;
  if (body.dialect !== undefined && !DIALECT_NAMES.includes(dialect))
    return { problems: { dialect: `It must be ${DIALECT_NAMES.join(" or ")}.` } };
  const approaches = listApproaches({ dialect });
  // Another dialect may lack the stored approach.
  const kept = approaches.includes(before.approach) ? before.approach : "oauth";
  const { approach = dialect === before.dialect ? before.approach : kept } = body;
  if (!approaches.includes(approach))
    return { problems: { approach: `It must be ${approaches.join(" or ")}.` } };
  const deviations = readDeviations(body, before);
  if (typeof deviations === "string") return { problems: { deviations } };
  const standard = { dialect, security, approach, deviations };
  const problems = standardProblems(standard, declared, body);
  return problems === null ? { standard } : { problems };
};

function standardProblems(
  standard: InstitutionStandard,
  { secrets, flow }: Declared,
  { dpop }: Pick<ConnectRequest, "dpop">,
): FieldProblems | null {
  const { dialect, security, deviations } = standard;
  if (security !== "none" && !hasTokens(standard))
    return { approach: `Without tokens there is no ${security}.` };
  if (security === "fapi2" && deviations.assertionAudience !== "issuer")
    return { deviations: "FAPI 2.0 wants assertions for the issuer." };
  if (secrets.sealCertificate && !signsRequests(standard))
    return { seal_certificate: `Requests of ${dialect} are not signed.` };
  if (security === "none") return null;
  const hasKey = secrets.privateKey !== undefined || secrets.signCommand !== undefined;
  const hasCertificate = secrets.certificate !== undefined;
  if (flow === "ciba") return { security: "It is for sign-ins at the institution's site." };
  if (security === "fapi1" && !(hasKey && hasCertificate))
    return { security: "It needs a private key, and a certificate in TLS." };
  if (security === "fapi2" && !hasKey && !hasCertificate)
    return { security: "It needs a private key or a certificate: a client secret is too weak." };
  if (security === "fapi2" && !hasCertificate && dpop === "off")
    return { dpop: "FAPI 2.0 wants bound tokens: by a key, or by a certificate in TLS." };
  return null;
}

/** Reads the typed deviations, one per line; without any text, keeps the previous deviations. */
function readDeviations(
  { deviations: typed }: ConnectRequest,
  { deviations }: InstitutionStandard,
): Deviations | string {
  if (typed === undefined) return deviations;
  const lines = typed.split("\n").map((line) => line.trim());
  const result = deviationsFrom(lines.filter((line) => line !== ""));
  return "problem" in result ? `A line ${result.problem}.` : result.deviations;
}

type Addressed = Pick<InstitutionRegistration, "issuer" | "dataUrl" | "standard">;

/**
 * Returns the address of the data: the typed one, or else the stored one or the dialect's path
 * under the issuer. The previous dialect's path is not kept for another dialect.
 */
export const readDataUrl = (
  { dataUrl, issuer }: Pick<RegistrationDeclaration, "dataUrl" | "issuer">,
  { dialect }: InstitutionStandard,
  previous: Addressed | null,
): string | undefined => {
  const isOther = previous !== null && previous.standard.dialect !== dialect;
  const isDefault =
    isOther && dataUrl === underIssuer(previous.issuer, basePathOf(previous.standard));
  if (dataUrl !== undefined && !isDefault) return dataUrl;
  if (dialect === "fdx") return undefined;
  return previous && !isOther ? previous.dataUrl : underIssuer(issuer, basePathOf({ dialect }));
};

const underIssuer = (issuer: string, path: string | null): string =>
  `${issuer.replace(/\/+$/, "")}${path ?? ""}`;
