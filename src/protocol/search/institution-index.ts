import { z } from "zod";
import { COUNTRY_CODES, LANGUAGES, LINK_PRODUCTS } from "../vocabulary.ts";

const listOf = <T extends string>(words: readonly [T, ...T[]]) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(words)).min(1).max(words.length));

/** The institutions that an index should contain, as the query of its address. */
export const InstitutionIndexQuery = z.strictObject({
  countryCodes: listOf(COUNTRY_CODES),
  product: listOf(LINK_PRODUCTS),
  language: z.enum(LANGUAGES),
  /** Whether to include the entry for account numbers by hand. */
  byHand: z.enum(["true", "false"]).transform((text) => text === "true"),
});
export type InstitutionIndexQuery = z.infer<typeof InstitutionIndexQuery>;
