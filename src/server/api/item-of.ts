import { Fault } from "../domain/fault.ts";
import type { Item, ItemWithAccounts } from "../domain/items/item.ts";
import { type AccessLevel, requireAccess } from "../domain/items/item-state.ts";
import { addToLogContext } from "../domain/log-context.ts";
import type { ApiContext } from "./endpoint.ts";
import { tokenDigest } from "./token-digest.ts";

/**
 * The Item of an access token for this client; INVALID_ACCESS_TOKEN otherwise, or the refusal of
 * this access level by the Item's state (`domain/items/item-state.ts`).
 */
export const loadItem = async (
  accessToken: string,
  context: ApiContext,
  level: AccessLevel = "cached",
): Promise<Item> => (await itemWithJson(accessToken, context, level)).item;

/**
 * Finds an Item with the stored JSON of its accounts and numbers; null if `loadAccounts` must read
 * them.
 */
export const itemWithJson = async (
  accessToken: string,
  context: ApiContext,
  level: AccessLevel = "cached",
): Promise<ItemWithAccounts> => {
  const row = await context.store.items.findByAccessToken(
    tokenDigest("access", accessToken, context),
  );
  return admitted(row, context, level);
};

/** Finds an Item with its transaction feed; null before the first pull. */
export const itemWithFeed = async (accessToken: string, context: ApiContext) => {
  const digest = tokenDigest("access", accessToken, context);
  return admitted(await context.store.transactions.itemWithFeed(digest), context, "cached");
};

/** Finds an Item's record with the status of its updates. */
export const itemWithStatus = async (accessToken: string, context: ApiContext) => {
  const digest = tokenDigest("access", accessToken, context);
  return admitted(await context.store.itemStatus.withItem(digest), context, "record");
};

function admitted<Row extends ItemWithAccounts>(
  row: Row | null,
  { client, clock, environment }: ApiContext,
  level: AccessLevel,
): Row {
  if (row?.item.clientId !== client.clientId) throw new Fault("INVALID_ACCESS_TOKEN");
  addToLogContext({ item_id: row.item.itemId });
  requireAccess(row.item, level, { environment, now: clock() });
  return row;
}

/**
 * The refusal of the loser of a race. Of two calls that end an access token at once, one wins the
 * compare-and-set. For the other, the Item is removed or the token is invalid.
 */
export const lostRaceFault = async ({ itemId }: Item, { store }: ApiContext): Promise<Fault> => {
  const current = await store.items.byItemId(itemId);
  return new Fault(current?.removedAt === null ? "INVALID_ACCESS_TOKEN" : "ITEM_NOT_FOUND");
};
