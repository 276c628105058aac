import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Item } from "../../../protocol/item.ts";
import { Liabilities } from "../../../protocol/liabilities.ts";
import { Fault } from "../../domain/fault.ts";
import { isLiability } from "../../domain/institutions/product.ts";
import { fetchLiabilities, liabilitiesShape } from "../../domain/items/fetch-liabilities.ts";
import { chargeProduct, requireProduct } from "../charge-product.ts";
import { endpoint, INSTITUTION_REFUSALS } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountShapes, loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";
import { itemShape } from "../item-shape.ts";

/** Returns the terms of an Item's cards and loans. */
export const getLiabilities = endpoint({
  path: "/liabilities/get",
  effect: "read",
  products: ["liabilities"],
  summary: "Retrieve the cards, mortgages and student loans of an Item with their terms.",
  description:
    "Rates, payments, statements and terms, as far as the institution tells them; the rest is null. They are " +
    "read again every day, and the webhook LIABILITIES DEFAULT_UPDATE names the fields that have changed.",
  refusals: [...INSTITUTION_REFUSALS, "NO_LIABILITY_ACCOUNTS"],
  limits: {
    item: { perMinute: 15, sandboxPerMinute: 100, code: "RATE_LIMIT" },
    client: { perMinute: 1000, code: "RATE_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    options: z.strictObject({ account_ids: AccountIds.optional() }).optional(),
  }),
  response: z.strictObject({
    accounts: z.array(Account),
    item: Item,
    liabilities: Liabilities,
  }),
  async handle({ access_token, options }, context) {
    const itemBefore = await loadItem(access_token, context);
    const accounts = accountShapes(await loadAccounts(itemBefore, options?.account_ids, context));
    requireProduct(itemBefore, "liabilities", context);
    if (!accounts.some(isLiability)) throw new Fault("NO_LIABILITY_ACCOUNTS");
    const item = await chargeProduct(itemBefore, "liabilities", context);
    const liabilities = await fetchLiabilities(context, item);
    return {
      accounts,
      item: itemShape(item, context),
      liabilities: liabilitiesShape(
        liabilities,
        new Set(accounts.map(({ account_id }) => account_id)),
      ),
    };
  },
});
