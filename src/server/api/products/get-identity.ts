import { z } from "zod";
import { Account, Owner } from "../../../protocol/account.ts";
import { Item } from "../../../protocol/item.ts";
import { fetchOwners } from "../../domain/items/fetch-owners.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint, INSTITUTION_REFUSALS } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";
import { itemShape } from "../item-shape.ts";
import { forUser, WaitingUser } from "../waiting-user.ts";

/** An account with its owners. */
export const OwnedAccount = Account.extend({ owners: z.array(Owner) }).meta({ id: "OwnedAccount" });

/** Returns the owners of an Item's accounts. */
export const getIdentity = endpoint({
  path: "/identity/get",
  effect: "read",
  products: ["identity"],
  summary: "Retrieve who owns the accounts of an Item.",
  description:
    "With the names, phone numbers, emails and addresses that the institution has. Parts of an address that " +
    "it does not tell are null. They answer also while the Item needs its user to sign in again, if " +
    "they were read before.",
  refusals: INSTITUTION_REFUSALS,
  limits: {
    item: { perMinute: 15, sandboxPerMinute: 100, code: "IDENTITY_LIMIT" },
    client: { perMinute: 2000, code: "IDENTITY_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    options: z.strictObject({ account_ids: AccountIds.optional(), psu: WaitingUser }).optional(),
  }),
  response: z.strictObject({ accounts: z.array(OwnedAccount), item: Item }),
  async handle({ access_token, options }, context) {
    const itemBefore = await loadItem(access_token, context);
    const accounts = await loadAccounts(itemBefore, options?.account_ids, context);
    const item = await chargeProduct(itemBefore, "identity", context);
    const owners = await forUser(options?.psu, () => fetchOwners(context, item));
    return {
      accounts: accounts.map(({ account }) => ({
        ...account,
        owners: owners.get(account.account_id) ?? [],
      })),
      item: itemShape(item, context),
    };
  },
});
