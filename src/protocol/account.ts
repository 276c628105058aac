import { z } from "zod";
import {
  ACCOUNT_SUBTYPES,
  type AccountSubtype,
  type AccountType,
  VERIFICATION_STATUSES,
} from "./vocabulary.ts";

/** The subtypes of all types, each once. */
export const ALL_ACCOUNT_SUBTYPES: readonly AccountSubtype[] = Object.values(ACCOUNT_SUBTYPES)
  .flat()
  .filter((subtype, at, all) => all.lastIndexOf(subtype) === at);

const ACCOUNT_TYPES = Object.keys(ACCOUNT_SUBTYPES) as AccountType[];

/** The balances of an account, in units of its currency; `available` excludes reserved amounts. */
export const Balances = z
  .strictObject({
    available: z
      .number()
      .nullable()
      .meta({ examples: [1497.81] }),
    current: z
      .number()
      .nullable()
      .meta({ examples: [1546.75] }),
    limit: z
      .number()
      .nullable()
      .meta({ examples: [null] }),
    iso_currency_code: z
      .string()
      .nullable()
      .meta({ examples: ["USD"] }),
    unofficial_currency_code: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "Balances" });
export type Balances = z.infer<typeof Balances>;

/** An account as the API shows it. `mask` is the last 2 to 4 characters of the account's number. */
export const Account = z
  .strictObject({
    account_id: z.string().meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] }),
    balances: Balances,
    mask: z
      .string()
      .nullable()
      .meta({ examples: ["6083"] }),
    name: z.string().meta({ examples: ["Checking"] }),
    official_name: z
      .string()
      .nullable()
      .meta({ examples: ["First Platypus Bank Checking"] }),
    type: z.enum(ACCOUNT_TYPES),
    subtype: z.enum(ALL_ACCOUNT_SUBTYPES).nullable(),
    /**
     * Present only for an account whose numbers were verified, or are being verified, by
     * micro-deposits.
     */
    verification_status: z.enum(VERIFICATION_STATUSES).optional(),
    holder_category: z
      .enum(["personal", "business", "unrecognized"])
      .optional()
      .meta({
        description:
          "Whether the account is a person's or a company's; unrecognized if the institution does not say. Not " +
          "there for one linked before there was this field.",
        examples: ["personal"],
      }),
    persistent_account_id: z
      .string()
      .optional()
      .meta({
        description:
          "The same for this account in all of your Items; not there for one linked before there was this field.",
        examples: ["8cqIeMj4lS2GfYw0h3iYkCwJ3JbP1mRsp7NQH6uT9aE"],
      }),
  })
  .meta({ id: "Account" });
export type Account = z.infer<typeof Account>;

/** An account as Link shows it and as `onSuccess` receives it. */
export const LinkAccount = z.strictObject({
  id: z.string().meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] }),
  name: z.string().meta({ examples: ["Checking"] }),
  mask: z
    .string()
    .nullable()
    .meta({ examples: ["6083"] }),
  type: z.enum(ACCOUNT_TYPES),
  subtype: z.enum(ALL_ACCOUNT_SUBTYPES).nullable(),
  /** Present only if all Auth features are enabled; null if the institution gave the numbers. */
  verification_status: z.enum(VERIFICATION_STATUSES).nullable().optional(),
});
export type LinkAccount = z.infer<typeof LinkAccount>;

const text = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

/** A postal address; an unknown part is null, never an empty string. */
export const AddressData = z
  .strictObject({
    street: text("225 Tinker Street"),
    city: text("Madison"),
    region: text("WI"),
    postal_code: text("53703"),
    country: text("US").meta({ description: "ISO 3166-1 alpha-2.", examples: ["US"] }),
  })
  .meta({ id: "AddressData" });
export type AddressData = z.infer<typeof AddressData>;

/** An owner of an account, as the institution reports them. */
export const Owner = z
  .strictObject({
    names: z.array(z.string().meta({ examples: ["Thomas Castellan"] })),
    phone_numbers: z.array(
      z.strictObject({
        data: z.string().meta({ examples: ["+15555555227"] }),
        primary: z.boolean(),
        type: z.enum(["home", "work", "mobile", "office", "other"]).meta({ examples: ["mobile"] }),
      }),
    ),
    emails: z.array(
      z.strictObject({
        data: z.string().meta({ examples: ["t.castellan@mail.example"] }),
        primary: z.boolean(),
        type: z.enum(["primary", "secondary", "other"]),
      }),
    ),
    addresses: z.array(z.strictObject({ data: AddressData, primary: z.boolean() })),
  })
  .meta({ id: "Owner" });
export type Owner = z.infer<typeof Owner>;
