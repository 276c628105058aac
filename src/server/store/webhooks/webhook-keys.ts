import type { WebhookKey, WebhookKeyStore } from "../../domain/webhooks/webhook-key.ts";
import type { Database, Queryable } from "../tables.ts";

/** The keys that webhooks are signed with. */
export const webhookKeys = (db: Database): WebhookKeyStore => ({
  byId: async (keyId) => {
    const row = await select(db).where("key_id", "=", keyId).executeTakeFirst();
    return row ?? null;
  },

  current: async () => {
    const row = await select(db).where("expired_at", "is", null).executeTakeFirst();
    return row ?? null;
  },

  replace: (current, next) =>
    db.transact(async (transaction) => {
      const now = await select(transaction).where("expired_at", "is", null).executeTakeFirst();
      if (now?.keyId !== current?.keyId) return false;
      await transaction
        .updateTable("webhook_key")
        .set({ expired_at: next.createdAt })
        .where("expired_at", "is", null)
        .execute();
      await transaction.insertInto("webhook_key").values(rowOf(next)).execute();
      return true;
    }),
});

const select = (db: Queryable) =>
  db
    .selectFrom("webhook_key")
    .select([
      "key_id as keyId",
      "x",
      "y",
      "sealed_private_key as sealedPrivateKey",
      "created_at as createdAt",
      "expired_at as expiredAt",
    ]);

const rowOf = (key: WebhookKey) => ({
  key_id: key.keyId,
  x: key.x,
  y: key.y,
  sealed_private_key: key.sealedPrivateKey,
  created_at: key.createdAt,
  expired_at: key.expiredAt,
});
