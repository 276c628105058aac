import { z } from "zod";
import { ImportPreview, MAX_SHOWN } from "../../../protocol/dashboard/dashboard-institutions.ts";
import { Fault } from "../../domain/fault.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import type { Services } from "../../domain/services.ts";
import { FileError, formatOf } from "../../institutions/files/institution-file.ts";
import { readOwnLogos } from "../../institutions/files/own-logos.ts";
import type { ReadInstitutions } from "../../institutions/files/read-institutions.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

const ImportRequest = z.strictObject({
  /** The file's name, whose extension is the format; empty for pasted text. */
  file_name: z.string().max(200),
  text: z.string().min(1),
});
type ImportRequest = z.output<typeof ImportRequest>;

/** Returns the changes of an import, and the file's wrong rows. */
export const previewImport = dashboardCall({
  path: "/dashboard/api/institutions/import/preview",
  role: "developer",
  about: "operator",
  request: ImportRequest,
  response: ImportPreview,
  run: async (body, _, context) => {
    try {
      const { institutions, bad } = await read(body, context);
      const existing = await context.store.institutions.all();
      const { added, changed, same } = planImport(institutions, existing);
      const changes = [
        ...added.map((institution) => toShape(institution, null)),
        ...changed.map(({ institution, fields }) => toShape(institution, fields)),
      ];
      return {
        problem: null,
        rows: institutions.length + bad.length,
        ...{ added: added.length, changed: changed.length, same, bad: bad.length },
        bad_rows: bad.slice(0, MAX_SHOWN),
        changes: changes.slice(0, MAX_SHOWN),
      };
    } catch (failure) {
      if (!(failure instanceof FileError)) throw failure;
      const nothing = { rows: 0, added: 0, changed: 0, same: 0, bad: 0 };
      return { problem: failure.message, ...nothing, bad_rows: [], changes: [] };
    }
  },
});

/** Imports all institutions of a file, or none. */
export const importInstitutions = dashboardCall({
  path: "/dashboard/api/institutions/import",
  role: "developer",
  about: "operator",
  request: ImportRequest,
  response: z.object({ added: z.int(), changed: z.int(), same: z.int() }),
  run: async (body, _, context) => {
    const { institutions, bad } = await read(body, context).catch((failure: unknown) => {
      throw failure instanceof FileError ? refusal(failure.message, failure) : failure;
    });
    if (bad.length > 0) throw refusal(`${bad.length} of its rows cannot be put in, so nothing was`);
    const logos = await readOwnLogos(
      institutions,
      await context.store.institutions.all(),
      context.institutionHttp,
    );
    const [badLogo] = logos.bad;
    if (badLogo) throw refusal(`${badLogo.institutionId}: ${badLogo.problem}`);
    const withLogos = new Map(
      logos.institutions.map((institution) => [institution.institutionId, institution]),
    );
    const details: Record<string, number> = { rows: institutions.length };
    const subject = body.file_name === "" ? "pasted text" : body.file_name;
    const change = { action: "institutions.import", subject, details } as const;
    return changeWithAudit(context, change, async ({ store }) => {
      const plan = planImport(institutions, await store.institutions.all());
      const counts = { added: plan.added.length, changed: plan.changed.length, same: plan.same };
      Object.assign(details, counts);
      const news = [...plan.added, ...plan.changed.map(({ institution }) => institution)];
      if (news.length > 0)
        await store.institutions.put(
          news.map((institution) => withLogos.get(institution.institutionId) ?? institution),
        );
      return counts;
    });
  },
});

async function read(
  { file_name, text }: ImportRequest,
  { clock, builtInInstitutions }: Services,
): Promise<ReadInstitutions> {
  // Loads the parsers only when they are needed.
  const { readInstitutions } = await import("../../institutions/files/read-institutions.ts");
  const { toFile } = await import("../../institutions/files/institution-file.ts");
  const textFormat = /^\s*[[{]/.test(text) ? "json" : "csv";
  const file = toFile(file_name === "" ? textFormat : formatOf(file_name), text);
  const read = { now: clock(), taken: builtInInstitutions(), tell: () => undefined };
  return readInstitutions(file, read);
}

const toShape = ({ institutionId, name }: CustomInstitution, fields: string[] | null) => ({
  institution_id: institutionId,
  name,
  fields,
});

const refusal = (problem: string, cause?: unknown): Fault =>
  new Fault("INVALID_FIELD", {
    message: `the file cannot be imported: ${problem}`,
    display: `The file cannot be imported: ${problem}.`,
    ...(cause !== undefined && { cause }),
  });

/** The changes that an import would make. */
type ImportPlan = {
  added: CustomInstitution[];
  /** Existing institutions that would change, with the differing columns. */
  changed: { institution: CustomInstitution; fields: string[] }[];
  same: number;
};

/** The columns by the institution's fields. */
const FIELDS: {
  [K in Exclude<
    keyof CustomInstitution,
    "institutionId" | "addedAt" | "description" | "aggregated"
  >]: string;
} = {
  name: "name",
  countryCodes: "country_codes",
  products: "products",
  routingNumbers: "routing_numbers",
  url: "url",
  color: "primary_color",
  logoShape: "mark",
  logo: "logo",
  aliases: "aliases",
  oauth: "oauth",
  supported: "supported",
};

/** Compares a file's institutions with the existing ones. */
const planImport = (
  institutions: readonly CustomInstitution[],
  existing: readonly CustomInstitution[],
): ImportPlan => {
  const before = new Map(existing.map((institution) => [institution.institutionId, institution]));
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
    const [before, after] = [one, other].map((each) =>
      JSON.stringify(name === "logo" ? each.logo?.source : each[name]),
    );
    return before === after ? [] : [column];
  });
