import { sql } from "kysely";
import type { ItemStatus, ItemStatusStore } from "../../domain/items/item-store.ts";
import { preparedQuery, preparedRead } from "../prepared-query.ts";
import type { Database, Queryable, Tables } from "../tables.ts";
import type { FindItem } from "./item-finders.ts";

/** The last updates of Items. */
export const itemStatus = (db: Database, findItem: FindItem): ItemStatusStore => {
  const find = preparedRead<{ itemId: string }, StatusRow>(db, (param) =>
    db.selectFrom("item_status").select(STATUS).where("item_id", "=", param("itemId")),
  );
  const findWithRevision = preparedRead<
    { itemId: string; digest: string },
    StatusRow & { revision: number }
  >(db, (param) =>
    db
      .selectFrom("item")
      .leftJoin("item_status", "item_status.item_id", "item.item_id")
      .select([...STATUS, "item.revision"])
      .where("item.item_id", "=", param("itemId"))
      .where("item.access_token_digest", "=", param("digest")),
  );
  const recordWebhook = webhookRecorder(db);
  const of: ItemStatusStore["of"] = async (itemId) => toStatus((await find({ itemId }))[0]);
  return {
    of,

    withItem: async (digest) => {
      let status: ItemStatus | undefined;
      const found = await findItem(digest, async (itemId) => {
        const [row] = await findWithRevision({ itemId, digest });
        status = row && toStatus(row);
        return row?.revision;
      });
      return found && { ...found, status: status ?? (await of(found.item.itemId)) };
    },

    recordTransactions: (itemId, outcome, at) => note(db, itemId, { [COLUMNS[outcome]]: at }),

    recordWebhook: async (itemId, code, sentAt) => {
      await recordWebhook({ itemId, code, sentAt });
    },
  };
};

const STATUS = [
  "transactions_updated_at as updatedAt",
  "transactions_failed_at as failedAt",
  "webhook_code as code",
  "webhook_sent_at as sentAt",
] as const;

/** The columns are null for an Item without a row. */
type StatusRow = {
  updatedAt: number | null;
  failedAt: number | null;
  code: string | null;
  sentAt: number | null;
};

const toStatus = (row: StatusRow | undefined): ItemStatus => {
  const { updatedAt = null, failedAt = null, code = null, sentAt = null } = row ?? {};
  return {
    transactionsUpdatedAt: updatedAt,
    transactionsFailedAt: failedAt,
    lastWebhook: code === null || sentAt === null ? null : { code, sentAt },
  };
};

/** Returns a function that records the last webhook of an Item, if the Item is still there. */
export const webhookRecorder = (db: Queryable) =>
  preparedQuery<{ itemId: string; code: string; sentAt: number }, never>(db, (param) =>
    db
      .insertInto("item_status")
      .columns(["item_id", "webhook_code", "webhook_sent_at"])
      .expression((from) =>
        from
          .selectFrom("item")
          .select([
            "item_id",
            sql<string>`cast(${param("code")} as text)`.as("webhook_code"),
            sql<number>`cast(${param("sentAt")} as bigint)`.as("webhook_sent_at"),
          ])
          .where("item_id", "=", param("itemId")),
      )
      .onConflict((conflict) =>
        conflict.column("item_id").doUpdateSet((row) => ({
          webhook_code: row.ref("excluded.webhook_code"),
          webhook_sent_at: row.ref("excluded.webhook_sent_at"),
        })),
      ),
  );

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
