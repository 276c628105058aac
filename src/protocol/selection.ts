import { z } from "zod";
import { LinkAccount } from "./account.ts";
import { ACCOUNT_SELECTIONS, LINK_PRODUCTS } from "./vocabulary.ts";

/** An account the user may share, with what it holds so that they can tell it from its neighbours. */
export const OfferedAccount = LinkAccount.extend({
  balance: z.strictObject({ amount: z.number(), currency: z.string() }).nullable(),
});
export type OfferedAccount = z.infer<typeof OfferedAccount>;

/** An account that cannot be shared, and the product that cannot be read from it. */
const UnavailableAccount = OfferedAccount.extend({ lacks: z.enum(LINK_PRODUCTS) });

/** The accounts behind a login; `mode` is how many the user may tick. */
export const Selection = z.strictObject({
  mode: z.enum(ACCOUNT_SELECTIONS).exclude(["disabled"]),
  accounts: z.array(OfferedAccount).min(1),
  unfit: z.array(UnavailableAccount),
  /** The ids of those that are ticked at first: in update mode what is shared today. */
  chosen: z.array(z.string()),
  /** The connection that the user has with this login already, which can be renewed; null for none. */
  existing: z.strictObject({ since: z.iso.datetime() }).nullable(),
});
export type Selection = z.infer<typeof Selection>;

/** An Item that is connected. */
export const Connection = z.strictObject({
  public_token: z.string(),
  /** What the user shares; null where they were not asked to choose. */
  accounts: z.array(LinkAccount).nullable(),
  /** Opens the account site once, where the user sees and ends it; null unless `assets` is a product. */
  manage_url: z.string().nullable(),
});
export type Connection = z.infer<typeof Connection>;
