import type {
  Attempt,
  Delivery,
  DeliveryKey,
  DeliveryStore,
} from "../../domain/webhooks/delivery.ts";
import type { WebhookKey, WebhookKeyStore } from "../../domain/webhooks/webhook-key.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { preparedQuery, preparedRead } from "../prepared-query.ts";
import { isOfPresentClient } from "../present-client.ts";
import { isInSpan, readSpans } from "../read-spans.ts";
import type { Database, Queryable, Tables } from "../tables.ts";
import { attemptHeaders, recordTogether } from "./delivery-records.ts";

/** Webhook deliveries with their attempts. */
export const deliveries = (db: Database, writeWithOutbox: WriteWithOutbox): DeliveryStore => {
  const record = recordTogether(db);
  return {
    byId: deliveryFinder(db),

    record: (delivery, attempt) => record({ delivery, attempt }),

    attempts: async ({ deliveryId, createdAt }) => {
      const rows = await db
        .selectFrom("webhook_attempt")
        .select(ATTEMPT)
        .where("delivery_id", "=", deliveryId)
        .where("delivery_created_at", "=", createdAt)
        .orderBy("number")
        .execute();
      return rows.map(attemptOfRow);
    },

    latest: async (count) => {
      const reading = {
        ...{ table: "webhook_delivery", order: "descending" as const },
        ...{ after: null, count, isByTime: true },
      };
      const rows = await readSpans(db, db, reading, (span) =>
        selectDeliveries(db)
          .where(isInSpan("webhook_delivery.created_at", span))
          .orderBy("webhook_delivery.created_at", "desc")
          .orderBy("webhook_delivery.delivery_id", "desc")
          .limit(count)
          .execute(),
      );
      return Promise.all(
        rows.map(async (delivery) => {
          const newest = await db
            .selectFrom("webhook_attempt")
            .select([...ATTEMPT, "number"])
            .where("delivery_id", "=", delivery.deliveryId)
            .where("delivery_created_at", "=", delivery.createdAt)
            .orderBy("number", "desc")
            .limit(1)
            .executeTakeFirst();
          if (!newest) return { delivery, tries: 0, attempt: null };
          const { number: tries, ...attempt } = newest;
          return { delivery, tries, attempt: attemptOfRow(attempt) };
        }),
      );
    },

    attemptsSince: async (at) => {
      const tries = await db
        .selectFrom("webhook_attempt")
        .select([
          ...ATTEMPT,
          "number",
          "delivery_id as deliveryId",
          "delivery_created_at as createdAt",
        ])
        .where("at", ">=", at)
        .orderBy("at")
        .orderBy("delivery_id")
        .orderBy("number")
        .execute();
      const attempts = [];
      const findDelivery = deliveryFinder(db);
      for (const { deliveryId, createdAt, number, ...attempt } of tries) {
        const delivery = await findDelivery(deliveryId, createdAt);
        if (delivery) attempts.push({ delivery, number, attempt: attemptOfRow(attempt) });
      }
      return attempts;
    },

    replay: ({ deliveryId, createdAt }, now, jobs) =>
      writeWithOutbox(jobs, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("webhook_delivery")
          .set({ state: "waiting", tried_since: now, next_try_at: now })
          .where("delivery_id", "=", deliveryId)
          .where("created_at", "=", createdAt)
          .executeTakeFirst();
        return numUpdatedRows > 0;
      }),
  };
};

const ATTEMPT = ["at", "ms", "status", "failure", "excerpt", "headers"] as const;

const attemptOfRow = (row: Pick<Tables["webhook_attempt"], (typeof ATTEMPT)[number]>): Attempt => ({
  ...row,
  headers: row.headers === null ? null : attemptHeaders.read(row.headers),
});

const selectDeliveries = (db: Queryable) =>
  db
    .selectFrom("webhook_delivery")
    .select([
      "webhook_delivery.delivery_id as deliveryId",
      "client_id as clientId",
      "item_id as itemId",
      "url",
      "webhook",
      "sealed_body as sealedBody",
      "created_at as createdAt",
      "tried_since as firstTriedAt",
      "next_try_at as nextTryAt",
      "state",
    ])
    .where(isOfPresentClient("webhook_delivery"));

function deliveryFinder(db: Database): DeliveryStore["byId"] {
  const find = preparedRead<{ deliveryId: string }, Delivery>(db, (param) =>
    selectDeliveries(db).where("webhook_delivery.delivery_id", "=", param("deliveryId")),
  );
  const findAt = preparedRead<DeliveryKey, Delivery>(db, (param) =>
    selectDeliveries(db)
      .where("webhook_delivery.created_at", "=", param("createdAt"))
      .where("webhook_delivery.delivery_id", "=", param("deliveryId")),
  );
  return async (deliveryId, createdAt) => {
    const [delivery = null] = await (createdAt === undefined
      ? find({ deliveryId })
      : findAt({ deliveryId, createdAt }));
    return delivery;
  };
}

/** The keys that webhooks are signed with. */
export const webhookKeys = (db: Database): WebhookKeyStore => {
  const findCurrent = preparedQuery<Record<never, never>, WebhookKey>(db, () =>
    selectKeys(db).where("expired_at", "is", null),
  );
  /** A read in progress: the deliveries of one claim begin together. */
  let reading: Promise<WebhookKey[]> | null = null;
  return {
    byId: async (keyId) => {
      const row = await selectKeys(db).where("key_id", "=", keyId).executeTakeFirst();
      return row ?? null;
    },

    current: () => {
      reading ??= findCurrent({}).finally(() => {
        reading = null;
      });
      return reading.then(([key = null]) => key);
    },

    replace: (current, next) =>
      db.transact(async (transaction) => {
        const [now] = await findCurrent({}, transaction);
        if (now?.keyId !== current?.keyId) return false;
        await transaction
          .updateTable("webhook_key")
          .set({ expired_at: next.createdAt })
          .where("expired_at", "is", null)
          .execute();
        await transaction.insertInto("webhook_key").values(rowOfKey(next)).execute();
        return true;
      }),
  };
};

const selectKeys = (db: Queryable) =>
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

const rowOfKey = (key: WebhookKey) => ({
  key_id: key.keyId,
  x: key.x,
  y: key.y,
  sealed_private_key: key.sealedPrivateKey,
  created_at: key.createdAt,
  expired_at: key.expiredAt,
});
