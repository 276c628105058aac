import type { InboxStore } from "../../domain/webhooks/inbox.ts";
import type { Database } from "../tables.ts";

/** The webhooks in the clients' inboxes. */
export const webhookInbox = (db: Database): InboxStore => ({
  add: async ({ webhookId, clientId, sealedBody, isVerified, receivedAt }, limit) => {
    await db.transact(async (transaction) => {
      await transaction
        .insertInto("inbox_webhook")
        .values({
          webhook_id: webhookId,
          client_id: clientId,
          sealed_body: sealedBody,
          is_verified: Number(isVerified),
          received_at: receivedAt,
        })
        .execute();
      await transaction
        .deleteFrom("inbox_webhook")
        .where("client_id", "=", clientId)
        .where("webhook_id", "not in", (eb) =>
          eb
            .selectFrom("inbox_webhook")
            .select("webhook_id")
            .where("client_id", "=", clientId)
            .orderBy("received_at", "desc")
            .orderBy("webhook_id", "desc")
            .limit(limit),
        )
        .execute();
    });
  },

  since: async (clientId, since) => {
    const rows = await db
      .selectFrom("inbox_webhook")
      .select([
        "webhook_id as webhookId",
        "client_id as clientId",
        "sealed_body as sealedBody",
        "is_verified as isVerified",
        "received_at as receivedAt",
      ])
      .where("client_id", "=", clientId)
      .where("received_at", ">=", since)
      .orderBy("received_at", "desc")
      .orderBy("webhook_id", "desc")
      .execute();
    return rows.map((row) => ({ ...row, isVerified: row.isVerified === 1 }));
  },

  purge: async (before) => {
    await db.deleteFrom("inbox_webhook").where("received_at", "<", before).execute();
  },
});
