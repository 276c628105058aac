import type { WebhookList } from "../../domain/dashboard/lists.ts";
import { isOfPresentClient } from "../clients/present-client.ts";
import type { Database, Queryable } from "../tables.ts";
import { pageOf, rangeOf, unindexed } from "./page-cursor.ts";

const ORDERS = {
  created: ["created_at", "delivery_id"],
  state: ["state", "created_at", "delivery_id"],
} as const;

/** Lists of webhook deliveries, each with its last attempt. */
export const webhookList =
  (db: Database): WebhookList =>
  async (request) => {
    const rows = await db.inIndexOrder((statements) => selectDeliveries(statements, request));
    const page = pageOf(rows, request, ({ state, createdAt, deliveryId }) =>
      request.sort === "state" ? [state, createdAt, deliveryId] : [createdAt, deliveryId],
    );
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

/** An Item has few deliveries, so the client and the state are filtered from the rows. */
function selectDeliveries(db: Queryable, request: Parameters<WebhookList>[0]) {
  const { clientId, itemId, state, sort, limit } = request;
  const equal =
    itemId === null
      ? { ...(clientId !== null && { client_id: clientId }), ...(state !== null && { state }) }
      : { item_id: itemId };
  const range = rangeOf({ equal, order: ORDERS[sort] }, request);
  return db
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
    .where(range.condition)
    .where(isOfPresentClient("webhook_delivery"))
    .$if(itemId !== null && state !== null, (query) => query.where(unindexed("state"), "=", state))
    .$if(itemId !== null && clientId !== null, (query) =>
      query.where(unindexed("client_id"), "=", clientId),
    )
    .orderBy(range.order)
    .limit(limit + 1)
    .execute();
}

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
