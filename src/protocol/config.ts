import { z } from "zod";
import {
  ACCOUNT_SELECTIONS,
  COUNTRY_CODES,
  DEFAULT_LANGUAGE,
  ENVIRONMENTS,
  LANGUAGES,
  LINK_PRODUCTS,
  THEMES,
} from "./vocabulary.ts";

/** Characters that are not seen, or that turn the direction of what is. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** What `create` takes of a session's own: all of it can come from a link token as well. */
const SessionFields = {
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
  language: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE),
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
  /** Turns all Auth features on: accounts may be verified by micro-deposits. */
  user: z
    .strictObject({
      legalName: z.string().trim().min(1).max(200),
      emailAddress: z.email().max(254),
    })
    .optional(),
  /** Whether the user picks what to share; the client's own setting where it is left out. */
  accountSelection: z.enum(ACCOUNT_SELECTIONS).optional(),
};

/** What belongs to the page and its look, whatever the session is about. */
const PageFields = {
  env: z.enum(ENVIRONMENTS),
  isWebview: z.boolean().default(false),
  receivedRedirectUri: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
  theme: z.enum(THEMES).default("auto"),
};

/** What one session of Link is about, as the server keeps it. */
export const SessionConfig = z.strictObject(SessionFields);
export type SessionConfig = z.infer<typeof SessionConfig>;

const Key = z.string().min(1).max(200);

/**
 * What a page hands to `create` without a token, less its callbacks. The page checks types only; this
 * schema, on the server, is what decides.
 */
export const LinkConfig = z.strictObject({ ...SessionFields, ...PageFields, key: Key });
export type LinkConfig = z.infer<typeof LinkConfig>;

/**
 * What a page hands to `create` with a token. A public token opens update mode; a link token brings
 * everything a session is about along, and what the page says of it besides is checked and left out.
 */
export const TokenConfig = z.strictObject({
  ...z.object(SessionFields).partial().shape,
  ...z.object(PageFields).partial({ env: true }).shape,
  key: Key.optional(),
  token: z.string().min(1).max(200),
});
export type TokenConfig = z.infer<typeof TokenConfig>;

function unique(list: readonly string[]): boolean {
  return new Set(list).size === list.length;
}
