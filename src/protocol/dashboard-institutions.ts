import { z } from "zod";

/** How many of a long list a page is told of. */
export const MAX_SHOWN = 100;

/** A row of a file that cannot be put in: the line that it begins on, and all that is wrong with it. */
const BadRow = z.object({ line: z.int(), problems: z.array(z.string()) });

/** What putting in a file of institutions would change. */
export const ImportPreview = z.object({
  /** Why it cannot be read as such a file at all; null where it can. */
  problem: z.string().nullable(),
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  bad: z.int(),
  /** The first of those that are wrong. */
  bad_rows: z.array(BadRow),
  /** The first of those that are new or change, with the names of the fields that do. */
  changes: z.array(
    z.object({
      institution_id: z.string(),
      name: z.string(),
      /** Null for a new one. */
      fields: z.array(z.string()).nullable(),
    }),
  ),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** What an issuer's metadata offers to declare a connection by. */
export const IssuerMetadata = z.object({
  /** Why it cannot be read, in a sentence; null where it can. */
  problem: z.string().nullable(),
  authentications: z.array(z.string()),
  /** The scopes that it offers; null where it does not say. */
  scopes: z.array(z.string()).nullable(),
  /** Those of them that products need. */
  needed_scopes: z.array(z.string()),
  endpoints: z.array(z.object({ name: z.string(), url: z.string() })),
  features: z.array(z.string()),
  problems: z.array(
    z.object({
      /** What would hold where it is right. */
      what: z.string(),
      found: z.string().nullable(),
      fix: z.string(),
      /** False for what is worth considering. */
      is_wrong: z.boolean(),
    }),
  ),
});
export type IssuerMetadata = z.infer<typeof IssuerMetadata>;

/** One point of a conformance check: what holds where it is right, what was wrong, and what would be right. */
const CheckPoint = z.object({
  id: z.string(),
  area: z.string(),
  what: z.string(),
  fix: z.string(),
  outcome: z.enum(["passed", "failed", "warned", "skipped"]),
  found: z.string().nullable(),
});
export type CheckPoint = z.infer<typeof CheckPoint>;

/** The conformance check of an institution. Times are ms since 1970. */
export const InstitutionCheckView = z.object({
  /** The one that runs, as far as it has come; null for none. */
  running: z
    .object({
      started_at: z.int(),
      sign_ins: z.int(),
      step: z.string(),
      points: z.array(CheckPoint),
      /** Where somebody has to sign in now; null where nobody has to. */
      sign_in_url: z.string().nullable(),
    })
    .nullable(),
  /** The one that ran last, where it did not come to its end, with what it had found by then. */
  interrupted: z
    .object({
      started_at: z.int(),
      ended_at: z.int(),
      sign_ins: z.int(),
      points: z.array(CheckPoint),
      /** Why it could not go on, in a sentence. */
      problem: z.string(),
    })
    .nullable(),
  /** What the last one found that came to its end; null before. */
  last: z
    .object({
      started_at: z.int(),
      ended_at: z.int(),
      issuer: z.string(),
      sign_ins: z.int(),
      points: z.array(CheckPoint),
    })
    .nullable(),
});
export type InstitutionCheckView = z.infer<typeof InstitutionCheckView>;
