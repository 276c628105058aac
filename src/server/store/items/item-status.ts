import type { ItemStatusStore } from "../../domain/items/item-store.ts";
import type { Queryable, Tables } from "../tables.ts";

/** The last updates of Items. */
export const itemStatus = (db: Queryable): ItemStatusStore => ({
  of: async (itemId) => {
    const row = await db
      .selectFrom("item_status")
      .selectAll()
      .where("item_id", "=", itemId)
      .executeTakeFirst();
    const { webhook_code: code = null, webhook_sent_at: sentAt = null } = row ?? {};
    return {
      transactionsUpdatedAt: row?.transactions_updated_at ?? null,
      transactionsFailedAt: row?.transactions_failed_at ?? null,
      lastWebhook: code === null || sentAt === null ? null : { code, sentAt },
    };
  },

  recordTransactions: (itemId, outcome, at) => note(db, itemId, { [COLUMNS[outcome]]: at }),

  recordWebhook: (itemId, code, sentAt) => recordWebhook(db, itemId, code, sentAt),
});

/** Records the last webhook of an Item. */
export const recordWebhook = (
  db: Queryable,
  itemId: string,
  code: string,
  sentAt: number,
): Promise<void> => note(db, itemId, { webhook_code: code, webhook_sent_at: sentAt });

const COLUMNS = { updated: "transactions_updated_at", failed: "transactions_failed_at" } as const;

async function note(
  db: Queryable,
  itemId: string,
  changes: Partial<Tables["item_status"]>,
): Promise<void> {
  await db
    .insertInto("item_status")
    .values({ item_id: itemId, ...changes })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet(changes))
    .execute();
}
