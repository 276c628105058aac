import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { z } from "zod";

/** The folder of cases: ours, or another one of the same form, whose kinds of `KIND` are read. */
const FOLDER = process.env.FILE_CASES ?? join(import.meta.dirname, "cases");
const KIND = process.env.FILE_KIND ?? "";

/** The right reading of a file: outflows are negative; `a|b` is either, `*` any, `?` after a currency marks a hint. */
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
  /** Texts that no row has. */
  forbid: z.union([z.array(z.string()), z.string().transform((text) => [text])]).default([]),
  /** A doubt that is right as well. */
  orAsked: z.string().optional(),
  /** Whether the answer to that question turns all signs. */
  negated: z.boolean().optional(),
  /** A part of the sentence of a refusal that is right as well. */
  orSentence: z.string().optional(),
  /** Whether rows of zero are no fault. */
  allowZero: z.boolean().optional(),
});
export type RightReading = z.infer<typeof RightReading>;

/** The kinds of cases. Files over time are merged, which their connector tests. */
export const CASE_KINDS = readdirSync(FOLDER).filter(
  (kind) => kind.startsWith(KIND) && !/README|over-time/.test(kind),
);

/** The names of the files of a kind. */
export const filesOfKind = (kind: string): string[] =>
  readdirSync(join(FOLDER, kind)).filter((file) => !file.endsWith(".expected.json"));

/** The bytes of a file, and its right reading. */
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
