import { z } from "zod";
import { LinkAccount } from "../account.ts";
import { ACCOUNT_SELECTIONS, LINK_PRODUCTS } from "../vocabulary.ts";

/** An account that the user may share, with its balance to tell it from others. */
export const OfferedAccount = LinkAccount.extend({
  balance: z.strictObject({ amount: z.number(), currency: z.string() }).nullable(),
  /** A sentence about the user's other connection to the account; left out for none. */
  linked: z.string().optional(),
});
export type OfferedAccount = z.infer<typeof OfferedAccount>;

/** An account that cannot be shared, and the product that cannot be read from it. */
const UnavailableAccount = OfferedAccount.extend({ missing_product: z.enum(LINK_PRODUCTS) });

/** The accounts of a login; `mode` is how many the user may choose. */
export const Selection = z.strictObject({
  mode: z.enum(ACCOUNT_SELECTIONS).exclude(["disabled"]),
  accounts: z.array(OfferedAccount).min(1),
  unavailable: z.array(UnavailableAccount),
  /**
   * The ids of the accounts that are ticked at first: in update mode those that are shared today.
   */
  chosen: z.array(z.string()),
  /**
   * The existing connection with the same login, which can be renewed, with a text in which `{since}` is its
   * day, and the name of its button; null if there is none.
   */
  existing: z
    .strictObject({ since: z.iso.datetime(), text: z.string(), renew: z.string() })
    .nullable(),
  /** The consequence for the accounts that are not ticked; left out if they were never shared. */
  deletesRest: z.string().optional(),
  /** A sentence about the login; left out for none. */
  note: z.string().optional(),
});
export type Selection = z.infer<typeof Selection>;

/** An Item that is connected. */
export const Connection = z.strictObject({
  public_token: z.string(),
  /** The accounts that the user shares; null if they were not asked to choose. */
  accounts: z.array(LinkAccount).nullable(),
  /** The kinds of data that are shared, in the session's language. */
  kinds: z.array(z.string()),
  /** When the access ends by itself; null if it does not. */
  until: z.iso.datetime().nullable(),
  /** Opens the account site once, at which the user sees and ends the connection. */
  manage_url: z.string(),
  /** A sentence about the login; left out for none. */
  note: z.string().optional(),
});
export type Connection = z.infer<typeof Connection>;
