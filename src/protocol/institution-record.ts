import { z } from "zod";
import { COUNTRY_CODES, LOGO_SHAPES, PRODUCTS } from "./vocabulary.ts";

/**
 * Characters that are invisible, change the direction of text, or replace invalid input (U+FFFD,
 * from a wrong encoding). Some scripts need the joiners U+200C and U+200D.
 */
export const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffd]|(?![\u200c\u200d])\p{Cf}/u;

/** A visible character: no space, and no combining mark alone. */
const SEEN = /[^\p{C}\p{Z}\p{M}]/u;

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.trim() === value && value !== "", {
      error: "must be a text without spaces around it",
    })
    .refine((value) => !UNSEEN.test(value) && (value === "" || SEEN.test(value)), {
      error: "must not have characters in it that cannot be seen, and be in UTF-8",
    });

const matching = (pattern: RegExp, error: string) =>
  z.string().refine((value) => pattern.test(value), { error });

/** An institution as a row of an import file, with the API's field names. */
export const InstitutionRecord = z.strictObject({
  institution_id: matching(
    /^ins_[1-9]\d{0,14}$/,
    "must be ins_ and a number of at most 15 digits, e.g. ins_500001",
  ),
  name: text(100),
  country_codes: z.array(z.enum(COUNTRY_CODES)).min(1),
  /** Default: all products of the institution's first country. */
  products: z.array(z.enum(PRODUCTS)).min(1).optional(),
  routing_numbers: z
    .array(matching(/^\d{9}$/, "must be nine digits"))
    .max(200)
    .optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), {
      error: "must have no user name or password in it",
    })
    .nullish(),
  primary_color: matching(/^#[0-9a-fA-F]{6}$/, "must be # and six hexadecimal digits").nullish(),
  /** By default, derived from the id, like the colour. */
  mark: z.enum(LOGO_SHAPES).nullish(),
  /**
   * The institution's PNG logo: an address from which it is fetched once, or its bytes in Base64.
   */
  logo: z
    .string()
    .max(60_000)
    .refine(
      (logo) =>
        /^data:image\/png;base64,[A-Za-z0-9+/]+=*$/.test(logo) ||
        (logo.length <= 500 && /^https?:\/\/[^/?#@\s]+\//i.test(logo) && URL.canParse(logo)),
      { error: "must be the https address of a PNG, or data:image/png;base64,…" },
    )
    .nullish(),
  aliases: z
    .array(text(100).refine((alias) => !alias.includes(";"), { error: "must not have ; in it" }))
    .max(20)
    .optional(),
  oauth: z.boolean().optional(),
  /** False for a listed institution that can no longer be connected. */
  supported: z.boolean().optional(),
});
export type InstitutionRecord = z.infer<typeof InstitutionRecord>;
