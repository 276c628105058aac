import type { WebhookList } from "../../domain/dashboard/webhook-list.ts";
import type { Queryable } from "../tables.ts";
import { direction, isAfter, pageOf } from "./page.ts";

/** Lists of webhook deliveries, each with its last attempt. */
export const webhookList =
  (db: Queryable): WebhookList =>
  async (request) => {
    const { clientId, itemId, state, limit } = request;
    const rows = await db
      .selectFrom("webhook_delivery")
      .select([
        "delivery_id as deliveryId",
        "client_id as clientId",
        "item_id as itemId",
        "url",
        "webhook",
        "created_at as createdAt",
        "state",
      ])
      .where(isAfter("created_at", "delivery_id", request))
      .$if(clientId !== null, (query) => query.where("client_id", "=", clientId))
      .$if(itemId !== null, (query) => query.where("item_id", "=", itemId))
      .$if(state !== null, (query) => query.where("state", "=", state ?? "waiting"))
      .orderBy("created_at", direction(request))
      .orderBy("delivery_id", direction(request))
      .limit(limit + 1)
      .execute();
    const page = pageOf(rows, request, ({ createdAt, deliveryId }) => ({
      at: createdAt,
      id: deliveryId,
    }));
    const attempts = await lastAttempts(
      db,
      page.rows.map((row) => row.deliveryId),
    );
    return {
      ...page,
      rows: page.rows.map((row) => {
        const { tries = 0, status = null, failure = null } = attempts.get(row.deliveryId) ?? {};
        return { ...row, tries, status, failure };
      }),
    };
  };

async function lastAttempts(db: Queryable, deliveryIds: string[]) {
  if (deliveryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("webhook_attempt")
    .select(["delivery_id as deliveryId", "number as tries", "status", "failure"])
    .where("delivery_id", "in", deliveryIds)
    .orderBy("number")
    .execute();
  return new Map(rows.map(({ deliveryId, ...attempt }) => [deliveryId, attempt]));
}
