import type { AuditActor } from "../../domain/audit-actor.ts";
import { eraseItemJob } from "../../domain/items/erase-removed-item.ts";
import type { Item } from "../../domain/items/item.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { removeFromGrants } from "../grants/end-grants.ts";
import { insertJobs } from "../jobs/outbox.ts";
import type { Queryable } from "../tables.ts";
import { countRowsOfItems, deleteSomeRowsOfItem } from "../transactions/rows-of-item.ts";
import { NO_ACCOUNTS_JSON } from "./account-json.ts";
import { changeItem } from "./change-item.ts";
import { addToLiveItems } from "./live-item-totals.ts";
import { uncountLiveItem } from "./live-items.ts";

/**
 * Deletes an Item's login, accounts and tokens within a transaction; its record stays. False
 * without changes if the Item was removed, or its access token was rotated since. Without an actor
 * its client removes it. A job deletes the rows of a large Item.
 */
export const deleteItem = async (
  transaction: Queryable,
  { itemId, accessTokenGeneration }: Pick<Item, "itemId" | "accessTokenGeneration">,
  now: number,
  actor?: AuditActor,
): Promise<boolean> => {
  const row = await changeItem(transaction)
    .set({
      removed_at: now,
      sealed_login: "",
      client_user_id: null,
      application_name: null,
      account_keys: null,
      ...NO_ACCOUNTS_JSON,
    })
    .where("item_id", "=", itemId)
    .where("access_token_generation", "=", accessTokenGeneration)
    .where("removed_at", "is", null)
    .returning(["client_id as clientId", "institution_id as institutionId"])
    .executeTakeFirst();
  if (!row) return false;
  const client = { kind: "client", name: row.clientId } as const;
  await removeFromGrants(transaction, itemId, { at: now, actor: actor ?? client });
  if (await isLarge(transaction, itemId))
    await insertJobs(transaction, [eraseItemJob(itemId, now)]);
  else while (!(await deleteSomeRowsOfItem(transaction, itemId))) await yieldToEventLoop();
  for (const table of TABLES_OF_ITEM)
    await transaction.deleteFrom(table).where("item_id", "=", itemId).execute();
  await uncountLiveItem(transaction);
  await addToLiveItems(transaction, { itemId, ...row }, -1);
  return true;
};

/**
 * The maximum number of rows to delete with an Item. More rows would block other writers too long.
 */
const MAX_ROWS = 2000;

async function isLarge(transaction: Queryable, itemId: string): Promise<boolean> {
  const counts = await countRowsOfItems(transaction, [itemId], MAX_ROWS + 1);
  return (counts.get(itemId) ?? 0) > MAX_ROWS;
}

/**
 * Deletes some rows of a removed Item, within a transaction; true if no rows are left, or the Item
 * still exists.
 */
export const eraseRows = async (transaction: Queryable, itemId: string): Promise<boolean> => {
  const item = await transaction
    .selectFrom("item")
    .select("item_id")
    .where("item_id", "=", itemId)
    .where("removed_at", "is not", null)
    .executeTakeFirst();
  return item === undefined || deleteSomeRowsOfItem(transaction, itemId);
};

/** The tables with few rows per Item, which are emptied with the Item. */
const TABLES_OF_ITEM = [
  "statement",
  "statement_list",
  "item_account",
  "item_contact",
  "public_token",
  "processor_token",
  "cash_flow_subscription",
  "connector_state",
  "unsealed_connector_state",
  "item_pull",
  "item_read",
  "transaction_feed",
  "person_item",
] as const;
