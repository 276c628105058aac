import { z } from "zod";
import { COUNTRY_CODES, ENVIRONMENTS, LANGUAGES, LINK_PRODUCTS } from "./vocabulary.ts";

/** Characters that are not seen, or that turn the direction of what is. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * What a page hands to `create`, less its callbacks. The page checks types only; this schema, on the
 * server, is what decides.
 */
export const LinkConfig = z.strictObject({
  clientName: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .refine((name) => !UNSEEN.test(name), "must have no control characters"),
  product: z
    .array(z.enum(LINK_PRODUCTS))
    .min(1)
    .max(LINK_PRODUCTS.length)
    .refine(unique, "must not name a product twice"),
  key: z.string().min(1).max(200),
  env: z.enum(ENVIRONMENTS),
  language: z.enum(LANGUAGES).default("en"),
  countryCodes: z
    .array(z.enum(COUNTRY_CODES))
    .min(1)
    .max(COUNTRY_CODES.length)
    .refine(unique, "must not name a country twice")
    .default(["US"]),
  webhook: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
});
export type LinkConfig = z.infer<typeof LinkConfig>;

function unique(list: readonly string[]): boolean {
  return new Set(list).size === list.length;
}
