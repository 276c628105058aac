import type { Dialect } from "../../server/connectors/data-api/dialect.ts";
import { DIALECTS } from "../../server/connectors/data-api/dialects/index.ts";
import { type Deviations, deviationsFrom } from "../../server/domain/institutions/deviations.ts";
import {
  type Approach,
  type ClientSecrets,
  FDX_STANDARD,
  hasTokens,
  type InstitutionStandard,
} from "../../server/domain/institutions/institution-registration.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";

type Options = {
  dialect: string | undefined;
  security: string | undefined;
  approach: string | undefined;
  deviation: readonly string[];
  ciba: boolean;
  dpop: boolean | undefined;
};

/** Returns the standard that the options declare, and the address of its data under an issuer. */
export const readStandard = (
  { dialect: name = FDX_STANDARD.dialect, security, approach, deviation, ciba, dpop }: Options,
  issuer: string,
  secrets: ClientSecrets,
): { standard: InstitutionStandard; dataUrl: string } => {
  const dialect = DIALECTS.find((each) => each.name === name);
  if (!dialect)
    throw new SettingsError(
      `--dialect must be one of ${DIALECTS.map((each) => each.name).join(", ")}, not ${name}`,
    );
  if (secrets.sealCertificate && !dialect.headers.signed)
    throw new SettingsError(`--seal-certificate is not for ${name}, whose requests are not signed`);
  if (ciba && dialect.consent.request !== null)
    throw new SettingsError(`--ciba is not for ${name}, whose consents are authorized at its site`);
  const deviations = readDeviations(deviation);
  const profile = readSecurity(security);
  const standard = {
    ...{ dialect: name, security: profile, deviations },
    approach: readApproach(approach, dialect),
  };
  if (profile !== "none" && !hasTokens(standard))
    throw new SettingsError(`--security ${profile} is not for --approach ${standard.approach}`);
  if (profile !== "none") {
    const problemOf = profile === "fapi1" ? fapi1Problem : fapi2Problem;
    const problem = problemOf({ deviations, ciba, dpop }, secrets);
    if (problem !== null) throw new SettingsError(`--security ${profile} ${problem}`);
  }
  return {
    standard,
    dataUrl: `${issuer.replace(/\/+$/, "")}${dialect.basePath}`,
  };
};

/** The approach, if the dialect offers it. Only the OAuth approach has tokens. */
function readApproach(text: string = FDX_STANDARD.approach, { name, consent }: Dialect): Approach {
  const offered = consent.request?.approaches ?? ["oauth"];
  const approach = offered.find((each) => each === text);
  if (approach !== undefined) return approach;
  throw new SettingsError(`--approach must be ${offered.join(" or ")} with ${name}, not ${text}`);
}

function readSecurity(text: string = FDX_STANDARD.security): InstitutionStandard["security"] {
  if (text === "none" || text === "fapi1" || text === "fapi2") return text;
  throw new SettingsError(`--security must be none, fapi1 or fapi2, not ${text}`);
}

/** Returns the problem of a declaration that FAPI 1 Advanced forbids, or null. */
function fapi1Problem(
  { ciba }: Pick<Options, "ciba">,
  { privateKey, signCommand, certificate }: ClientSecrets,
): string | null {
  if (certificate === undefined)
    return "needs --certificate: connections show it, and tokens are bound to it";
  if (privateKey === undefined && signCommand === undefined)
    return "needs --private-key: it signs the request objects";
  return ciba ? "is for sign-ins at the institution's site, not for --ciba" : null;
}

/** Returns the problem of a declaration that FAPI 2.0 forbids, or null. */
function fapi2Problem(
  { deviations, ciba, dpop }: Pick<Options, "ciba" | "dpop"> & { deviations: Deviations },
  { privateKey, signCommand, certificate }: ClientSecrets,
): string | null {
  if (privateKey === undefined && signCommand === undefined && certificate === undefined)
    return "needs --private-key or --certificate: a client secret is not strong enough";
  if (certificate === undefined && dpop === false)
    return "needs bound tokens: leave out --no-dpop, or give --certificate";
  if (ciba) return "is for sign-ins at the institution's site, not for --ciba";
  return deviations.assertionAudience === "issuer"
    ? null
    : "wants assertions for the issuer: leave out --deviation assertion-audience";
}

function readDeviations(texts: readonly string[]): Deviations {
  const result = deviationsFrom(texts);
  if ("deviations" in result) return result.deviations;
  throw new SettingsError(`--deviation ${result.problem}`);
}
