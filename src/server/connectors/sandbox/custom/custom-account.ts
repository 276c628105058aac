import { z } from "zod";
import { AddressData } from "../../../../protocol/owner.ts";
import { CalendarDate } from "../../../../protocol/transaction.ts";
import {
  ACCOUNT_SUBTYPES,
  type AccountSubtype,
  type AccountType,
} from "../../../../protocol/vocabulary.ts";

const ACCOUNT_TYPES = Object.keys(ACCOUNT_SUBTYPES) as AccountType[];
const SUBTYPES = Object.values(ACCOUNT_SUBTYPES).flat() as AccountSubtype[];

const MOST = 1_000_000_000;
const MOST_TRANSACTIONS = 5000;

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

const currency = written(/^[A-Z]{3}$/, "a currency code of ISO 4217");

/** A transaction as it is written for `user_custom`; pending from the one date until the other. */
const CustomTransaction = z
  .strictObject({
    date_transacted: CalendarDate,
    date_posted: CalendarDate,
    /** Positive when money leaves the account. */
    amount: amount(-MOST),
    description: name,
    /** The account's, where it is not given. */
    currency: currency.optional(),
  })
  .refine(({ date_transacted, date_posted }) => date_transacted <= date_posted, {
    path: ["date_posted"],
    message: "must not be before date_transacted",
  });

const text = z.string().min(1).max(200);

/** The owner of an account as they are written for `user_custom`. */
const CustomIdentity = z
  .strictObject({
    names: z.array(text).min(1).max(10),
    phone_numbers: z
      .array(
        z.strictObject({
          data: text,
          primary: z.boolean().default(false),
          type: z.enum(["home", "work", "mobile", "office", "other"]).default("other"),
        }),
      )
      .max(10),
    emails: z
      .array(
        z.strictObject({
          data: text,
          primary: z.boolean().default(false),
          type: z.enum(["primary", "secondary", "other"]).default("other"),
        }),
      )
      .max(10),
    addresses: z
      .array(
        z.strictObject({ data: AddressData.exactPartial(), primary: z.boolean().default(false) }),
      )
      .max(10),
  })
  .exactPartial();

/** An account of `user_custom`; what is not given is drawn, but for transactions: then there are none. */
export const CustomAccount = z
  .strictObject({
    type: z.enum(ACCOUNT_TYPES),
    subtype: z.enum(SUBTYPES),
    /** What the account holds, or what is owed on it, before the first of `transactions`. */
    starting_balance: amount(-MOST).optional(),
    /** The country's, where it is not given. */
    currency: currency.optional(),
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
    transactions: z.array(CustomTransaction).max(MOST_TRANSACTIONS).optional(),
    /** Who owns it; the person of the login, where it is not given. */
    identity: CustomIdentity.optional(),
  })
  .superRefine(({ type, subtype }, context) => {
    const subtypes: readonly AccountSubtype[] = ACCOUNT_SUBTYPES[type];
    if (subtypes.includes(subtype)) return;
    const message = `must be one of ${subtypes.join(", ")}`;
    context.addIssue({ code: "custom", path: ["subtype"], message });
  });
export type CustomAccount = z.infer<typeof CustomAccount>;
