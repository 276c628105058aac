import { z } from "zod";

/** The number of entries shown of a long list. */
export const MAX_SHOWN = 100;

/** A row of a file that cannot be imported: its first line, and all its faults. */
const BadRow = z.object({ line: z.int(), problems: z.array(z.string()) });

/** The changes that an import would make. */
export const ImportPreview = z.object({
  /** The reason why the file is unreadable; null for a readable file. */
  problem: z.string().nullable(),
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  bad: z.int(),
  /** The first of the faulty rows. */
  bad_rows: z.array(BadRow),
  /** The first new and changed rows, with the names of the changed fields. */
  changes: z.array(
    z.object({
      institution_id: z.string(),
      name: z.string(),
      /** Null for a new institution. */
      fields: z.array(z.string()).nullable(),
    }),
  ),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** The data of an issuer's metadata that helps to declare a connection. */
export const IssuerMetadata = z.object({
  /** The reason why the metadata is unreadable, in a sentence; null if readable. */
  problem: z.string().nullable(),
  authentications: z.array(z.string()),
  /** The offered scopes; null without a list. */
  scopes: z.array(z.string()).nullable(),
  /** The scopes that the products require. */
  needed_scopes: z.array(z.string()),
  endpoints: z.array(z.object({ name: z.string(), url: z.string() })),
  features: z.array(z.string()),
  problems: z.array(
    z.object({
      /** The broken rule. */
      what: z.string(),
      found: z.string().nullable(),
      fix: z.string(),
      /** False for a recommendation. */
      is_wrong: z.boolean(),
    }),
  ),
});
export type IssuerMetadata = z.infer<typeof IssuerMetadata>;

/** One point of a conformance check: the rule, the finding, and the fix. */
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
  /** The running check with its progress; null without a running check. */
  running: z
    .object({
      started_at: z.int(),
      sign_ins: z.int(),
      step: z.string(),
      points: z.array(CheckPoint),
      /** The address of the sign-in that the check waits for; null without a wait. */
      sign_in_url: z.string().nullable(),
    })
    .nullable(),
  /** The latest unfinished check, with its results so far. */
  interrupted: z
    .object({
      started_at: z.int(),
      ended_at: z.int(),
      sign_ins: z.int(),
      points: z.array(CheckPoint),
      /** The reason for the stop, in a sentence. */
      problem: z.string(),
    })
    .nullable(),
  /** The results of the last finished check; null before the first. */
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
