import type { InstitutionRecord } from "../../../protocol/institution-record.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import { COLUMN_NAMES, writeCells } from "./columns.ts";

/** Returns institutions as an importable CSV file. */
export const institutionsCsv = (institutions: readonly CustomInstitution[]): string =>
  [COLUMN_NAMES, ...institutions.map((institution) => writeCells(toRecord(institution)))]
    .map((cells) => `${cells.map(cell).join(",")}\n`)
    .join("");

/** Returns institutions as an importable JSON file, one per line. */
export const institutionsJson = (institutions: readonly CustomInstitution[]): string => {
  const lines = institutions.map((institution) => `  ${JSON.stringify(toRecord(institution))}`);
  return lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
};

function toRecord(institution: CustomInstitution): InstitutionRecord {
  return {
    institution_id: institution.institutionId,
    name: institution.name,
    country_codes: institution.countryCodes,
    products: institution.products,
    routing_numbers: institution.routingNumbers,
    url: institution.url,
    primary_color: institution.color,
    mark: institution.logoShape,
    logo: institution.logo?.source ?? null,
    aliases: institution.aliases,
    oauth: institution.oauth,
    supported: institution.supported,
  };
}

const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
