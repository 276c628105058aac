import type { WebhookList } from "../../domain/dashboard/webhook-list.ts";
import { isOfPresentClient } from "../clients/present-client.ts";
import type { Queryable } from "../tables.ts";
import { inOrder, isAfter, pageOf, ref, unindexed } from "./page.ts";

const ORDERS = {
  created: ["created_at", "delivery_id"],
  state: ["state", "created_at", "delivery_id"],
} as const;

/** Lists of webhook deliveries, each with its last attempt. */
export const webhookList =
  (db: Queryable): WebhookList =>
  async (request) => {
    const { clientId, itemId, state, sort, limit } = request;
    const order = ORDERS[sort];
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
      .where(isAfter(order, request))
      .where(isOfPresentClient("webhook_delivery"))
      .$if(itemId !== null, (query) => query.where("item_id", "=", itemId))
      .$if(state !== null, (query) =>
        query.where(itemId === null ? ref("state") : unindexed("state"), "=", state),
      )
      // The index of a state has the client, too; that of a client has no state.
      .$if(clientId !== null, (query) =>
        query.where(
          itemId === null && state === null && sort === "created"
            ? ref("client_id")
            : unindexed("client_id"),
          "=",
          clientId,
        ),
      )
      .orderBy(inOrder(order, request))
      .limit(limit + 1)
      .execute();
    const page = pageOf(rows, request, ({ state, createdAt, deliveryId }) =>
      sort === "state" ? [state, createdAt, deliveryId] : [createdAt, deliveryId],
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
