import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { z } from "zod";

/**
 * The folder of cases: ours, or another folder of the same form; the latter's cases of `KIND` are
 * read.
 */
const FOLDER = process.env.FILE_CASES ?? join(import.meta.dirname, "cases");
const KIND = process.env.FILE_KIND ?? "";

/**
 * The correct reading of a file. Outflows are negative. `a|b` allows either text, `*` any text, and
 * `?` after a currency marks a hint.
 */
export const RightReading = z.looseObject({
  rows: z.array(
    z.looseObject({ date: z.string(), amount: z.string(), text: z.string().optional() }),
  ),
  balance: z.string().default("*"),
  currency: z.string().default("*"),
  accounts: z.int().optional(),
  /** How many rows are not booked yet. */
  pending: z.int().optional(),
  mask: z.string().optional(),
  /** Texts that may occur in no row. */
  forbid: z.union([z.array(z.string()), z.string().transform((text) => [text])]).default([]),
  /** A doubt that is right as well. */
  orAsked: z.string().optional(),
  /** Whether the answer to the question reverses all signs. */
  negated: z.boolean().optional(),
  /** A part of another correct error message. */
  orSentence: z.string().optional(),
  /** Whether rows of zero are no fault. */
  allowZero: z.boolean().optional(),
});
export type RightReading = z.infer<typeof RightReading>;

/** The kinds of cases. The connector's tests cover files that are merged over time. */
export const CASE_KINDS = readdirSync(FOLDER).filter(
  (kind) => kind.startsWith(KIND) && !/README|over-time/.test(kind),
);

/** The names of the files of a kind. */
export const filesOfKind = (kind: string): string[] =>
  readdirSync(join(FOLDER, kind)).filter((file) => !file.endsWith(".expected.json"));

/** The bytes of a file, and its correct reading. */
export const readCase = (
  kind: string,
  file: string,
): { bytes: Buffer<ArrayBuffer>; right: RightReading } => ({
  bytes: readFileSync(join(FOLDER, kind, file)),
  right: RightReading.parse(
    JSON.parse(
      readFileSync(join(FOLDER, kind, `${basename(file, extname(file))}.expected.json`), "utf8"),
    ),
  ),
});
