import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Numbers } from "../../../protocol/numbers.ts";
import { Fault } from "../../domain/fault.ts";
import { numbersOf, verifiedAccount } from "../../domain/items/account-numbers.ts";
import type { Item, ItemAccount } from "../../domain/items/item.ts";
import { requireAccess } from "../../domain/items/item-state.ts";
import { chargeProduct } from "../charge-product.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import { requireVerification } from "../require-verification.ts";
import { tokenDigest } from "../token-digest.ts";

/** The numbers of the one account that an application handed to a processor. */
export const getProcessorAuth = endpoint({
  path: "/processor/auth/get",
  summary: "Retrieve the numbers of the account that a processor_token is for.",
  description: "For processors: clients that are set up as partners. The application is billed.",
  refusals: [
    "UNAUTHORIZED_ROUTE_ACCESS",
    "ITEM_NOT_FOUND",
    "USER_PERMISSION_REVOKED",
    "PRODUCTS_NOT_SUPPORTED",
    "ADDITIONAL_CONSENT_REQUIRED",
    "NO_AUTH_ACCOUNTS",
    "PRODUCT_NOT_READY",
  ],
  request: z.strictObject({ processor_token: ProcessorToken }),
  response: z.strictObject({ account: Account, numbers: Numbers }),
  async handle({ processor_token }, context) {
    if (!context.client.partner)
      throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
        message: "this path is for processors: clients that are set up as partners",
      });
    const { item, itemAccount } = await accountOf(processor_token, context);
    await chargeProduct(item, "auth", context);
    requireVerification([itemAccount], true);
    if (Object.keys(itemAccount.numbers).length === 0)
      throw new Fault("NO_AUTH_ACCOUNTS", { message: "the account has no account numbers" });
    return { account: itemAccount.account, numbers: numbersOf([itemAccount]) };
  },
});

/** Returns the Item and account of a processor token; throws INVALID_PROCESSOR_TOKEN if the Item was removed. */
async function accountOf(
  token: string,
  { clock, environment, store }: ApiContext,
): Promise<{ item: Item; itemAccount: ItemAccount }> {
  const record = await store.processorTokens.byDigest(
    tokenDigest("processor", token, { environment }),
  );
  const item = record && (await store.items.byItemId(record.itemId));
  if (!item) throw new Fault("INVALID_PROCESSOR_TOKEN");
  requireAccess(item, "cached", { environment, now: clock() });
  const accounts = await store.items.accounts(item.itemId);
  const itemAccount = accounts.find(({ account }) => account.account_id === record.accountId);
  if (!itemAccount) throw new Fault("INVALID_PROCESSOR_TOKEN");
  return { item, itemAccount: verifiedAccount(itemAccount, clock()) };
}
