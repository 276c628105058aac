import type { AuditActor } from "../../domain/audit-actor.ts";
import type { Item } from "../../domain/items/item.ts";
import { removeFromGrants } from "../grants/end-grants.ts";
import type { Queryable } from "../tables.ts";
import { NO_ACCOUNTS_JSON } from "./account-json.ts";
import { changeItem } from "./change-item.ts";
import { addToLiveItems } from "./live-item-totals.ts";
import { uncountLiveItem } from "./live-items.ts";

/**
 * Deletes an Item's login, accounts and tokens within a transaction; its record stays. Returns false and
 * changes nothing if the Item was removed, or its access token was rotated after it was read. Without an actor its client
 * removes it.
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
  for (const table of TABLES_OF_ITEM)
    await transaction.deleteFrom(table).where("item_id", "=", itemId).execute();
  await uncountLiveItem(transaction);
  await addToLiveItems(transaction, { itemId, ...row }, -1);
  return true;
};

/** The tables that are emptied with an Item. */
const TABLES_OF_ITEM = [
  "item_account",
  "public_token",
  "processor_token",
  "connector_state",
  "unsealed_connector_state",
  "item_pull",
  "item_read",
  "transaction_feed",
  "item_transaction",
  "transaction_alias",
  "match_candidate",
  "removed_transaction",
  "transaction_day",
  "person_item",
] as const;
