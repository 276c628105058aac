import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Item } from "../../../protocol/item.ts";
import { pullBalances } from "../../domain/transactions/pull-transactions.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountShapes, accountsOf } from "../item-accounts.ts";
import { itemOf } from "../item-of.ts";
import { itemShape } from "../item-shape.ts";

/** What the accounts of an Item hold at this moment. */
export const getBalance = endpoint({
  path: "/accounts/balance/get",
  summary: "Retrieve what the accounts hold at this moment.",
  description: "The institution is asked each time; /accounts/get answers what it said last.",
  refusals: [
    "PRODUCTS_NOT_SUPPORTED",
    "ITEM_LOGIN_REQUIRED",
    "INSTITUTION_DOWN",
    "INSTITUTION_NOT_RESPONDING",
    "INSTITUTION_RATE_LIMIT",
    "INSTITUTION_NO_LONGER_SUPPORTED",
    "ACCESS_NOT_GRANTED",
    "UNSUPPORTED_RESPONSE",
  ],
  limits: {
    item: { perMinute: 5, sandboxPerMinute: 25, code: "BALANCE_LIMIT" },
    client: { perMinute: 1200, sandboxPerMinute: 100, code: "ACCOUNTS_BALANCE_GET_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    options: z
      .strictObject({
        account_ids: AccountIds.optional(),
        min_last_updated_datetime: z.iso.datetime({ offset: true }).nullish().meta({
          description: "How old an answer may be; every answer is of this moment.",
        }),
      })
      .optional(),
  }),
  response: z.strictObject({ accounts: z.array(Account), item: Item }),
  async handle({ access_token, options }, context) {
    const itemBefore = await itemOf(access_token, context, "institution");
    await accountsOf(itemBefore, options?.account_ids, context);
    const item = await chargeProduct(itemBefore, "balance", context);
    await pullBalances(context, item);
    const accounts = await accountsOf(item, options?.account_ids, context);
    return { accounts: accountShapes(accounts), item: itemShape(item, context) };
  },
});
