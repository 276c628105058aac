import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Item } from "../../../protocol/item.ts";
import { endpoint } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountShapes, loadAccounts } from "../item-accounts.ts";
import { itemJson } from "../item-json.ts";
import { itemWithJson } from "../item-of.ts";

/** The accounts of an Item, with the last read balances. */
export const getAccounts = endpoint({
  path: "/accounts/get",
  effect: "read",
  products: [],
  summary: "Retrieve the accounts of an Item.",
  description:
    "With their last known balances; these answer also while the Item needs a new login.",
  limits: {
    item: { perMinute: 15, sandboxPerMinute: 100, code: "ACCOUNTS_LIMIT" },
    client: { perMinute: 15_000, code: "ACCOUNTS_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    options: z.strictObject({ account_ids: AccountIds.optional() }).optional(),
  }),
  response: z.strictObject({ accounts: z.array(Account), item: Item }),
  async handle({ access_token, options }, context) {
    const { item, accounts: json } = await itemWithJson(access_token, context);
    const ids = options?.account_ids;
    const accounts = (ids ? null : json) ?? accountShapes(await loadAccounts(item, ids, context));
    return { accounts, item: itemJson(item, context) };
  },
});
