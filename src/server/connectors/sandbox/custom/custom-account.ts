import { z } from "zod";
import {
  ACCOUNT_SUBTYPES,
  type AccountSubtype,
  type AccountType,
} from "../../../../protocol/vocabulary.ts";

const ACCOUNT_TYPES = Object.keys(ACCOUNT_SUBTYPES) as AccountType[];
const SUBTYPES = Object.values(ACCOUNT_SUBTYPES).flat() as AccountSubtype[];

const MOST = 1_000_000_000;

const amount = (least: number) =>
  z
    .number()
    .min(least)
    .max(MOST)
    .refine((value) => Math.round(value * 100) / 100 === value, "must be in whole cents");

const written = (pattern: RegExp, hint: string) =>
  z.string().refine((text) => pattern.test(text), `must be ${hint}`);

const name = written(/^[^\p{Cc}]{1,100}$/u, "a text of 1 to 100 characters");

/** An account's numbers as they are written for `user_custom`; which ones fit hangs on the account. */
export const CustomNumbers = z
  .strictObject({
    account: z.string(),
    ach_routing: z.string(),
    ach_wire_routing: z.string(),
    eft_institution: z.string(),
    eft_branch: z.string(),
    international_iban: z.string(),
    international_bic: z.string(),
    bacs_sort_code: z.string(),
  })
  .exactPartial();
export type CustomNumbers = z.infer<typeof CustomNumbers>;

/** An account of `user_custom`; what is not given is drawn. */
export const CustomAccount = z
  .strictObject({
    type: z.enum(ACCOUNT_TYPES),
    subtype: z.enum(SUBTYPES),
    /** What the account holds, or what is owed on it. */
    starting_balance: amount(-MOST).optional(),
    /** The country's, where it is not given. */
    currency: written(/^[A-Z]{3}$/, "a currency code of ISO 4217").optional(),
    meta: z
      .strictObject({
        name,
        official_name: name,
        limit: amount(0),
        mask: written(/^[0-9A-Za-z]{2,4}$/, "2 to 4 letters or digits"),
      })
      .exactPartial()
      .optional(),
    numbers: CustomNumbers.optional(),
  })
  .superRefine(({ type, subtype }, context) => {
    const subtypes: readonly AccountSubtype[] = ACCOUNT_SUBTYPES[type];
    if (subtypes.includes(subtype)) return;
    const message = `must be one of ${subtypes.join(", ")}`;
    context.addIssue({ code: "custom", path: ["subtype"], message });
  });
export type CustomAccount = z.infer<typeof CustomAccount>;
