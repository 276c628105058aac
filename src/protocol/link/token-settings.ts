import { z } from "zod";
import { ACCOUNT_SUBTYPES, type AccountType, LINK_PRODUCTS } from "../vocabulary.ts";

/** Products that a session asks for in addition to those that it requires. */
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

/** The kinds of accounts that a session offers, by their type; no accounts of a type that is left out. */
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

/** The settings of a session that only its link token can have. */
export const TokenSettings = {
  /** The products to require of an institution that has them. */
  requiredIfSupported: MoreProducts.optional(),
  /** The products to request, although the Item may lack them. */
  optionalProducts: MoreProducts.optional(),
  /** The products that the user consents to, and that nothing reads before the application does. */
  additionalConsented: MoreProducts.optional(),
  accountFilters: AccountFilters.optional(),
  /** How many days of transactions the Item reads; all by default. */
  transactionDays: z.int().optional(),
  /** The period of the statements that the Item has; the server's default period if left out. */
  statements: z.strictObject({ from: z.string(), to: z.string() }).optional(),
  /** The institution at which the session starts. */
  institutionId: z.string().optional(),
  /** Whether the user of an update consents again to all that the Item shares. */
  isReauthorization: z.boolean().optional(),
  /** The address of the user, for reminders of this connection. */
  contactEmail: z.email().max(254).optional(),
  /** Whether the user may connect several Items, one after the other. */
  isMultiItem: z.boolean().optional(),
};
