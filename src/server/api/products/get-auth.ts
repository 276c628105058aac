import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Item as ItemShape } from "../../../protocol/item.ts";
import { Numbers } from "../../../protocol/numbers.ts";
import { toNumbers } from "../../domain/items/account-numbers.ts";
import type { Item } from "../../domain/items/item.ts";
import { chargeProduct, requireProduct } from "../charge-product.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountShapes, loadAccounts } from "../item-accounts.ts";
import { itemJson } from "../item-json.ts";
import { itemWithJson } from "../item-of.ts";
import { requireVerification } from "../require-verification.ts";

/** The account numbers needed to set up debits and payouts, by payment network. */
export const getAuth = endpoint({
  path: "/auth/get",
  effect: "read",
  products: ["auth"],
  summary: "Retrieve account and routing numbers.",
  description:
    "The numbers needed to set up debits and payouts, by payment network. An account that has none is " +
    "left out. They answer also while the Item needs its user to sign in again.",
  refusals: ["PRODUCTS_NOT_SUPPORTED", "ADDITIONAL_CONSENT_REQUIRED", "PRODUCT_NOT_READY"],
  limits: {
    item: { perMinute: 15, sandboxPerMinute: 100, code: "AUTH_LIMIT" },
    client: { perMinute: 12_000, code: "AUTH_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    options: z.strictObject({ account_ids: AccountIds.optional() }).optional(),
  }),
  response: z.strictObject({ accounts: z.array(Account), numbers: Numbers, item: ItemShape }),
  async handle({ access_token, options }, context) {
    const { item: itemBefore, auth: json } = await itemWithJson(access_token, context);
    const ids = options?.account_ids;
    const auth = (ids ? null : json) ?? (await verifiedAuth(itemBefore, ids, context));
    const item = await chargeProduct(itemBefore, "auth", context);
    return { ...auth, item: itemJson(item, context) };
  },
});

/** The accounts with numbers, and the numbers; PRODUCT_NOT_READY until they are verified. */
async function verifiedAuth(item: Item, accountIds: string[] | undefined, context: ApiContext) {
  const accounts = await loadAccounts(item, accountIds, context);
  requireProduct(item, "auth", context);
  requireVerification(accounts, accountIds !== undefined);
  const withNumbers = accounts.filter(({ numbers }) => Object.keys(numbers).length > 0);
  return { accounts: accountShapes(withNumbers), numbers: toNumbers(withNumbers) };
}
