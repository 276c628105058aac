import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Product } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { verifiedAccount } from "../../domain/items/account-numbers.ts";
import type { Item, ItemAccount } from "../../domain/items/item.ts";
import { type AccessLevel, requireAccess } from "../../domain/items/item-state.ts";
import type { ProcessorToken } from "../../domain/items/processor-token.ts";
import type { ApiContext } from "../endpoint.ts";
import { tokenDigest } from "../token-digest.ts";

/** The error codes of every processor path. */
export const PROCESSOR_REFUSALS = [
  "UNAUTHORIZED_ROUTE_ACCESS",
  "ITEM_NOT_FOUND",
  "USER_PERMISSION_REVOKED",
  "PRODUCTS_NOT_SUPPORTED",
  "ADDITIONAL_CONSENT_REQUIRED",
] as const satisfies readonly ErrorCode[];

/**
 * Returns the record, Item and account of a processor token. Throws UNAUTHORIZED_ROUTE_ACCESS if
 * the caller is no processor, or the token does not permit `product` (null for the account, which
 * every token permits). Throws INVALID_PROCESSOR_TOKEN if the Item was removed.
 */
export const processorAccount = async (
  token: string,
  product: Product | null,
  context: ApiContext,
  level: AccessLevel = "cached",
): Promise<{ record: ProcessorToken; item: Item; itemAccount: ItemAccount }> => {
  if (!context.client.partner)
    throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
      message:
        "this path is for processors: clients that are set up as partners, as " +
        "`keys --partner on` of the command line does",
    });
  const { clock, environment, store } = context;
  const { record, item } = await loadProcessorToken(token, context);
  if (product !== null && record.products !== null && !record.products.includes(product))
    throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
      message:
        `the processor_token does not permit ${product}; the application permits it with ` +
        "/processor/token/permissions/set",
    });
  requireAccess(item, level, { environment, now: clock() });
  const accounts = await store.items.accounts(item.itemId);
  const itemAccount = accounts.find(({ account }) => account.account_id === record.accountId);
  if (!itemAccount) throw new Fault("INVALID_PROCESSOR_TOKEN");
  return { record, item, itemAccount: verifiedAccount(itemAccount, clock()) };
};

/** Returns the record and Item of a processor token; INVALID_PROCESSOR_TOKEN without an Item. */
export const loadProcessorToken = async (
  token: string,
  { environment, store }: Pick<ApiContext, "environment" | "store">,
): Promise<{ record: ProcessorToken; item: Item }> => {
  const record = await store.processorTokens.byDigest(
    tokenDigest("processor", token, { environment }),
  );
  const item = record && (await store.items.byItemId(record.itemId));
  if (!item) throw new Fault("INVALID_PROCESSOR_TOKEN");
  return { record, item };
};
