import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Item } from "../../../protocol/item.ts";
import { Numbers } from "../../../protocol/numbers.ts";
import { endpoint } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountShapes, accountsOf, itemOf, itemShape, withProduct } from "../item-of.ts";
import { numbersOf } from "../numbers-of.ts";
import { requireProven } from "../require-proven.ts";

/** The account numbers needed to set up debits and payouts, by payment network. */
export const getAuth = endpoint({
  path: "/auth/get",
  summary: "Retrieve account and routing numbers.",
  description:
    "The numbers needed to set up debits and payouts, by payment network. An account that has none is " +
    "left out. They answer also while the Item needs its user to sign in again.",
  refusals: ["PRODUCTS_NOT_SUPPORTED", "PRODUCT_NOT_READY"],
  limits: {
    item: { perMinute: 15, sandboxPerMinute: 100, code: "AUTH_LIMIT" },
    client: { perMinute: 12_000, code: "AUTH_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    options: z.strictObject({ account_ids: AccountIds.optional() }).optional(),
  }),
  response: z.strictObject({ accounts: z.array(Account), numbers: Numbers, item: Item }),
  async handle({ access_token, options }, context) {
    const found = await itemOf(access_token, context);
    const accounts = await accountsOf(found, options?.account_ids, context);
    const item = await withProduct(found, "auth", context);
    requireProven(accounts, options?.account_ids !== undefined);
    const reachable = accounts.filter(({ numbers }) => Object.keys(numbers).length > 0);
    return {
      accounts: accountShapes(reachable),
      numbers: numbersOf(reachable),
      item: itemShape(item, context),
    };
  },
});
