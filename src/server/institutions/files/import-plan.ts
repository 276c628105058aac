import type { CustomInstitution } from "../../domain/institutions/institution.ts";

/** The changes that an import would make. */
type ImportPlan = {
  added: CustomInstitution[];
  /** Existing institutions that would change, with the names of the columns that differ. */
  changed: { institution: CustomInstitution; fields: string[] }[];
  same: number;
};

/** The columns by the institution's fields. */
const FIELDS: { [K in Exclude<keyof CustomInstitution, "institutionId" | "addedAt">]: string } = {
  name: "name",
  countryCodes: "country_codes",
  products: "products",
  routingNumbers: "routing_numbers",
  url: "url",
  color: "primary_color",
  logoShape: "mark",
  aliases: "aliases",
  oauth: "oauth",
  supported: "supported",
};

/** Compares the institutions of a file with the existing ones. */
export const planImport = (
  institutions: readonly CustomInstitution[],
  existing: readonly CustomInstitution[],
): ImportPlan => {
  const before = new Map(existing.map((one) => [one.institutionId, one]));
  const plan: ImportPlan = { added: [], changed: [], same: 0 };
  for (const institution of institutions) {
    const old = before.get(institution.institutionId);
    const fields = old ? differences(old, institution) : [];
    if (!old) plan.added.push(institution);
    else if (fields.length > 0) plan.changed.push({ institution, fields });
    else plan.same++;
  }
  return plan;
};

const differences = (one: CustomInstitution, other: CustomInstitution): string[] =>
  Object.entries(FIELDS).flatMap(([key, column]) => {
    const name = key as keyof typeof FIELDS;
    return JSON.stringify(one[name]) === JSON.stringify(other[name]) ? [] : [column];
  });
