import { z } from "zod";
import { LinkAccount } from "../account.ts";
import { ACCOUNT_SELECTIONS, LINK_PRODUCTS } from "../vocabulary.ts";

/** An account that the user may share, with a balance that helps to recognize it. */
export const OfferedAccount = LinkAccount.extend({
  balance: z.strictObject({ amount: z.number(), currency: z.string() }).nullable(),
  /**
   * A sentence about the user's other connection to the account; absent without another connection.
   */
  linked: z.string().optional(),
});
export type OfferedAccount = z.infer<typeof OfferedAccount>;

/** An account that cannot be shared, and the product that the account lacks. */
const UnavailableAccount = OfferedAccount.extend({ missing_product: z.enum(LINK_PRODUCTS) });

/** The accounts of a login. `mode` limits how many accounts the user may choose. */
export const Selection = z.strictObject({
  mode: z.enum(ACCOUNT_SELECTIONS).exclude(["disabled"]),
  accounts: z.array(OfferedAccount).min(1),
  unavailable: z.array(UnavailableAccount),
  /** The ids of the initially ticked accounts: in update mode, the currently shared accounts. */
  chosen: z.array(z.string()),
  /**
   * The renewable connection with the same login: a text in which `{since}` is its day, and the
   * button's name. Null without such a connection.
   */
  existing: z
    .strictObject({ since: z.iso.datetime(), text: z.string(), renew: z.string() })
    .nullable(),
  /** The consequence for accounts that are not ticked; absent if they were never shared. */
  deletesRest: z.string().optional(),
  /** A sentence about the login; absent without a sentence. */
  note: z.string().optional(),
});
export type Selection = z.infer<typeof Selection>;

/** An Item that is connected. */
export const Connection = z.strictObject({
  public_token: z.string(),
  /** The shared accounts; null if the user had no choice of accounts. */
  accounts: z.array(LinkAccount).nullable(),
  /** The kinds of data that are shared, in the session's language. */
  kinds: z.array(z.string()),
  /** The end of the access; null without an end. */
  until: z.iso.datetime().nullable(),
  /** Opens the account site once, at which the user sees and ends the connection. */
  manage_url: z.string(),
  /** A sentence about the login; absent without a sentence. */
  note: z.string().optional(),
});
export type Connection = z.infer<typeof Connection>;
