import { DIALECTS } from "../../server/connectors/data-api/dialects/index.ts";
import {
  Deviations,
  FDX_STANDARD,
  type InstitutionStandard,
} from "../../server/domain/institutions/institution-registration.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";

type Options = { dialect: string | undefined; deviation: readonly string[]; ciba: boolean };

/** Returns the standard that the options declare, and the address of its data below an issuer. */
export const readStandard = (
  { dialect: name = FDX_STANDARD.dialect, deviation, ciba }: Options,
  issuer: string,
): { standard: InstitutionStandard; dataUrl: string } => {
  const dialect = DIALECTS.find((each) => each.name === name);
  if (!dialect)
    throw new SettingsError(
      `--dialect must be one of ${DIALECTS.map((each) => each.name).join(", ")}, not ${name}`,
    );
  if (ciba && dialect.consent.request !== null)
    throw new SettingsError(`--ciba is not for ${name}, whose consents are authorized at its site`);
  return {
    standard: { ...FDX_STANDARD, dialect: name, deviations: readDeviations(deviation) },
    dataUrl: `${issuer.replace(/\/+$/, "")}${dialect.basePath}`,
  };
};

/** The deviations by the names of their options; `header:` is followed by a header's name. */
const NAMES: Readonly<Record<string, keyof Deviations>> = {
  "person-headers": "personHeaders",
  period: "period",
  lacks: "lacks",
};

function readDeviations(texts: readonly string[]): Deviations {
  const headers: Record<string, string> = {};
  const values: Partial<Record<keyof Deviations, unknown>> = {};
  for (const text of texts) {
    const [, name = "", value = ""] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    const header = /^header:(.+)$/.exec(name)?.[1];
    const field = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    if (header === undefined && field === undefined)
      throw new SettingsError(
        `--deviation must be name=value with a name of header:<name>, ${Object.keys(NAMES).join(", ")}, not ${text}`,
      );
    if (header !== undefined) headers[header.toLowerCase()] = value;
    else if (field !== undefined) values[field] = field === "lacks" ? value.split(",") : value;
  }
  const result = Deviations.safeParse({ headers, ...values });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new SettingsError(`--deviation is wrong at ${issue?.path.join(".")}: ${issue?.message}`);
}
