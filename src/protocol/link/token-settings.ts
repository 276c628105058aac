import { z } from "zod";
import { ACCOUNT_SUBTYPES, type AccountType, LINK_PRODUCTS } from "../vocabulary.ts";

/** Products that a session requests in addition to its required products. */
export const MoreProducts = z
  .array(z.enum(LINK_PRODUCTS))
  .max(LINK_PRODUCTS.length)
  .refine((list) => new Set(list).size === list.length, "must not name a product twice");

const subtypesOf = <T extends AccountType>(type: T) =>
  z
    .strictObject({
      account_subtypes: z
        .array(z.enum([...ACCOUNT_SUBTYPES[type], "all"]))
        .min(1)
        .meta({ examples: [["all"]] }),
    })
    .optional();

const TYPES = Object.keys(ACCOUNT_SUBTYPES).join(", ");

/** The kinds of accounts that a session offers, by type. A missing type has no accounts. */
export const AccountFilters = z
  .strictObject({
    depository: subtypesOf("depository"),
    credit: subtypesOf("credit"),
    loan: subtypesOf("loan"),
    investment: subtypesOf("investment"),
    other: subtypesOf("other"),
  } satisfies Record<AccountType, unknown>)
  .refine((filters) => Object.keys(filters).length > 0, `must have one of ${TYPES}`);
export type AccountFilters = z.infer<typeof AccountFilters>;

/** The session settings that only a link token can contain. */
export const TokenSettings = {
  /** The products that an institution must provide if it has them. */
  requiredIfSupported: MoreProducts.optional(),
  /** The requested products that the Item may lack. */
  optionalProducts: MoreProducts.optional(),
  /**
   * The products that the user consents to in advance. They are read when the application first
   * requests them.
   */
  additionalConsented: MoreProducts.optional(),
  accountFilters: AccountFilters.optional(),
  /** The number of days of transactions for the Item; default: all. */
  transactionDays: z.int().optional(),
  /** The period of the Item's statements; default: the server's period. */
  statements: z.strictObject({ from: z.string(), to: z.string() }).optional(),
  /** The institution at which the session starts. */
  institutionId: z.string().optional(),
  /** Whether the user renews the consent to everything that the Item shares. */
  isReauthorization: z.boolean().optional(),
  /** The address of the user, for reminders of this connection. */
  contactEmail: z.email().max(254).optional(),
  /** Whether the user may connect several Items in sequence. */
  isMultiItem: z.boolean().optional(),
};
