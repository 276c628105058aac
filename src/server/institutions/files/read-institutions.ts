import { problemsIn } from "../../../protocol/errors/problems.ts";
import { InstitutionRecord } from "../../../protocol/institution-record.ts";
import { isRoutingNumber } from "../../../protocol/routing-number.ts";
import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import { isOfSomeTypes, productsIn } from "../../domain/institutions/product.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { csvRows } from "./csv-rows.ts";
import type { FileRow, InstitutionFile } from "./institution-file.ts";
import { jsonRows } from "./json-rows.ts";

/** The contents of a file: valid institutions, and the problems of other rows. */
export type ReadInstitutions = {
  institutions: CustomInstitution[];
  bad: { line: number; problems: string[] }[];
};

/** The existing data to check rows against. */
export type Reading = {
  now: number;
  /** The names of built-in institutions, by id. */
  taken: ReadonlyMap<string, string>;
  /** Called with the read share of the file. */
  tell(share: number): void;
};

/** The number of rows to validate before other requests are served. */
const ROWS_AT_ONCE = 25;

/** More than a record has fields. */
const MAX_FIELDS = 50;

/**
 * Reads a file of institutions. Throws a FileError for any other file. A wrong row is listed with
 * all its problems.
 */
export const readInstitutions = async (
  file: InstitutionFile,
  { now, taken, tell }: Reading,
): Promise<ReadInstitutions> => {
  const read: ReadInstitutions = { institutions: [], bad: [] };
  const linesById = new Map<string, number>();
  let rows = 0;
  for await (const row of readRows(file, tell)) {
    if (++rows % ROWS_AT_ONCE === 0) await yieldToEventLoop();
    const { line } = row;
    const outcome = check(row);
    if ("problems" in outcome) {
      read.bad.push({ line, problems: outcome.problems });
      continue;
    }
    const { record } = outcome;
    const { institution_id: id } = record;
    const other = taken.get(id);
    const previous = linesById.get(id);
    if (other !== undefined)
      read.bad.push({ line, problems: [`${id} is ${other}; ${record.name} needs another id`] });
    else if (previous !== undefined)
      read.bad.push({ line, problems: [`${id} is on line ${previous} already`] });
    else {
      linesById.set(id, line);
      read.institutions.push(toInstitution(record, now));
    }
  }
  return read;
};

function readRows(
  { format, size, open }: InstitutionFile,
  tell: Reading["tell"],
): AsyncIterable<FileRow> {
  return format === "json" ? jsonRows(open()) : csvRows(open(), (bytes) => tell(bytes / size));
}

function check(row: FileRow): { record: InstitutionRecord } | { problems: string[] } {
  if ("problem" in row) return { problems: [row.problem] };
  const { record } = row;
  const isObject = typeof record === "object" && record !== null && !Array.isArray(record);
  const fields = isObject ? Object.keys(record).length : 0;
  if (fields > MAX_FIELDS) return { problems: [`it has ${fields} fields, which are too many`] };
  const result = InstitutionRecord.safeParse(record);
  if (!result.success) {
    const { missing, unknown, invalid } = problemsIn(result.error.issues, record);
    return {
      problems: [
        ...missing.map((field) => `${field} is missing`),
        ...unknown.map((field) => `${field} is not known`),
        ...invalid.map((problem) => problem.replace(/^the body /, "it ")),
      ],
    };
  }
  const { country_codes, routing_numbers = [] } = result.data;
  const typoIndex = routing_numbers.findIndex((number) => !isRoutingNumber(number));
  if (country_codes[0] === "US" && typoIndex >= 0)
    return {
      problems: [`routing_numbers[${typoIndex}] has a wrong digit: its checksum is not right`],
    };
  return { record: result.data };
}

function toInstitution(record: InstitutionRecord, now: number): CustomInstitution {
  const [home] = record.country_codes;
  // Liabilities and investments are not assumed; a record has to name them.
  const usual = LINK_PRODUCTS.filter((product) => !isOfSomeTypes(product));
  const all = home ? productsIn([home], usual) : [];
  return {
    institutionId: record.institution_id,
    name: record.name,
    aliases: [...new Set(record.aliases)],
    products: [...new Set(record.products ?? [...all, "balance" as const])],
    countryCodes: [...new Set(record.country_codes)],
    routingNumbers: [...new Set(record.routing_numbers)],
    oauth: record.oauth ?? false,
    url: record.url ?? null,
    supported: record.supported ?? true,
    logoShape: record.mark ?? null,
    color: record.primary_color?.toLowerCase() ?? null,
    ...(record.logo && { logo: { source: record.logo } }),
    addedAt: now,
  };
}
