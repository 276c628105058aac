import { z } from "zod";
import { accentText, isAccent, isFont, MAX_RADIUS } from "../brand/client-brand.ts";
import { UNSEEN } from "../institution-record.ts";
import {
  ACCOUNT_SELECTIONS,
  COUNTRY_CODES,
  DEFAULT_LANGUAGE,
  ENVIRONMENTS,
  LANGUAGES,
  LINK_PRODUCTS,
  THEMES,
} from "../vocabulary.ts";
import { TokenSettings } from "./token-settings.ts";

/** An address in a name, which mail programs would turn into a link. */
const ADDRESS = /:\/\/|\bwww\./i;

/** The fields of `create` about the session. A link token can contain them, too. */
const SessionFields = {
  clientName: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .refine((name) => !UNSEEN.test(name), "must not have characters in it that cannot be seen")
    .refine((name) => !ADDRESS.test(name), "must not have an address in it"),
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
  /** Enables all Auth features, such as the verification of accounts by micro-deposits. */
  user: z
    .strictObject({
      legalName: z.string().trim().min(1).max(200),
      emailAddress: z.email().max(254),
    })
    .optional(),
  /** Whether the user picks accounts to share; the client's setting by default. */
  accountSelection: z.enum(ACCOUNT_SELECTIONS).optional(),
};

const LOGO_START = "data:image/png;base64,";

/** The maximum length of a session's logo, in characters of its `data:` address: a PNG of 16 KB. */
const MAX_LOGO_LENGTH = 22_000;

/** The look of Link in a session. The client's look fills missing fields. */
const Theme = z
  .unknown()
  .refine(
    (theme) =>
      typeof theme === "string"
        ? THEMES.some((mode) => mode === theme)
        : typeof theme === "object" && theme !== null && !Array.isArray(theme),
    `must be one of ${THEMES.join(", ")}, or an object of mode, accent, radius, font and logo`,
  )
  .transform((theme) => (typeof theme === "string" ? { mode: theme } : theme))
  .pipe(
    z.strictObject({
      mode: z.enum(THEMES).optional(),
      accent: z
        .string()
        .transform(accentText)
        .refine(isAccent, "must be a colour like #3044c9")
        .optional(),
      /** The radius of buttons and fields, in pixels. */
      radius: z.int().min(0).max(MAX_RADIUS).optional(),
      font: z
        .string()
        .trim()
        .refine(isFont, "must be one font family, of letters, digits, spaces and hyphens")
        .optional(),
      /** A PNG; false for no logo, even if the client has a logo. */
      logo: z
        .unknown()
        .refine(
          (logo) => logo === false || (typeof logo === "string" && logo.startsWith(LOGO_START)),
          `must be a PNG as ${LOGO_START}…, or false`,
        )
        .refine((logo) => String(logo).length <= MAX_LOGO_LENGTH, "must be a PNG of at most 16 KB")
        .transform((logo) =>
          logo === false ? logo : Buffer.from(String(logo).slice(LOGO_START.length), "base64"),
        )
        .optional(),
    }),
  );
export type SessionTheme = z.output<typeof Theme>;

/** The fields about the page and its look, for every session. */
const PageFields = {
  env: z.enum(ENVIRONMENTS),
  isWebview: z.boolean().default(false),
  receivedRedirectUri: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
  theme: Theme.optional(),
};

/** The settings of a session of Link, as the server stores them. */
export const SessionConfig = z.strictObject({ ...SessionFields, ...TokenSettings });
export type SessionConfig = z.infer<typeof SessionConfig>;

const Key = z.string().min(1).max(200);

/**
 * The parameters of `create` without a token and without its callbacks. The page checks types only;
 * the server decides by this schema.
 */
export const LinkConfig = z.strictObject({ ...SessionFields, ...PageFields, key: Key });
export type LinkConfig = z.infer<typeof LinkConfig>;

/**
 * The parameters of `create` with a token. A public token opens update mode. A link token contains
 * all settings of a session; settings that the page repeats are validated and ignored.
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
