import { sql } from "kysely";
import { z } from "zod";
import { PRODUCTS } from "../../../protocol/vocabulary.ts";
import type {
  ClientList,
  ItemInstitutions,
  ItemList,
  WebhookList,
} from "../../domain/dashboard/lists.ts";
import type { DeliveryKey } from "../../domain/webhooks/delivery.ts";
import { liveItemTotals } from "../items/live-item-totals.ts";
import { jsonColumn } from "../json-column.ts";
import { isOfPresentClient } from "../present-client.ts";
import { isInSpan, readSpans } from "../read-spans.ts";
import type { Database, Queryable, TimeSpan } from "../tables.ts";
import { loadValues, rangeOf, timeOf, toPage, unindexed } from "./page-cursor.ts";

const CLIENT_ORDER = ["created_at", "client_id"];

/** The operator's list of clients. */
export const clientList =
  (db: Queryable): ClientList =>
  async (request) => {
    const { search, access, limit } = request;
    const range = rangeOf({ equal: {}, order: CLIENT_ORDER }, request);
    const rows = await db
      .selectFrom("client")
      .select([
        "client_id as clientId",
        "name",
        "default_version as defaultVersion",
        "public_key_enabled as publicKeyEnabled",
        "production_access as productionAccess",
        "created_at as createdAt",
      ])
      .where("removed_at", "is", null)
      .where(range.condition)
      .$if(search !== "", (query) =>
        query.where((row) =>
          row.or([
            row("client_id", "like", `${escapePattern(search)}%`),
            row(row.fn("lower", ["name"]), "like", `%${escapePattern(search.toLowerCase())}%`),
          ]),
        ),
      )
      .$if(access !== null, (query) => query.where("production_access", "=", access))
      .orderBy(range.order)
      .limit(limit + 1)
      .execute();
    const page = toPage(rows, request, ({ createdAt, clientId }) => [createdAt, clientId]);
    const counts = await liveItemTotals(
      db,
      "client",
      page.rows.map(({ clientId }) => clientId),
    );
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...row,
        publicKeyEnabled: row.publicKeyEnabled === 1,
        liveItems: counts.get(row.clientId) ?? 0,
      })),
    };
  };

/** Removes the wildcards of `like`, which no id contains. */
const escapePattern = (text: string): string => text.replaceAll(/[%_\\]/g, "");

const ITEM_ORDER = ["item.created_at", "item.item_id"];

const productList = jsonColumn(z.array(z.enum(PRODUCTS)));

/** Lists of Items. */
export const itemList =
  (db: Database): ItemList =>
  async (request) => {
    const rows = await db.inIndexOrder((statements) => selectItems(statements, request));
    return toPage(
      rows.map((row) => ({ ...row, products: productList.read(row.products) })),
      request,
      ({ createdAt, itemId }) => [createdAt, itemId],
    );
  };

function selectItems(db: Queryable, request: Parameters<ItemList>[0]) {
  const { clientId, institutionId, state, limit } = request;
  const equal = {
    ...(clientId !== null && { "item.client_id": clientId }),
    ...(institutionId !== null && { "item.institution_id": institutionId }),
  };
  const range = rangeOf({ equal, order: ITEM_ORDER }, request);
  return db
    .selectFrom("item")
    .leftJoin("transaction_feed", "transaction_feed.item_id", "item.item_id")
    .select([
      "item.item_id as itemId",
      "client_id as clientId",
      "client_user_id as clientUserId",
      "institution_id as institutionId",
      "error",
      "products",
      "consent_end as consentEnd",
      "consent_expires_at as consentExpiresAt",
      "reconfirmable_until as reconfirmableUntil",
      "logged_in_at as loggedInAt",
      "created_at as createdAt",
      "removed_at as removedAt",
      "pulled_at as pulledAt",
    ])
    .where("removed_at", state === "removed" ? "is not" : "is", null)
    .where(range.condition)
    .where(isOfPresentClient("item"))
    .$if(state === "error", (query) => query.where("error", "is not", null))
    .orderBy(range.order)
    .limit(limit + 1)
    .execute();
}

/** The institutions of Items. */
export const itemInstitutions =
  (db: Queryable): ItemInstitutions =>
  (clientId, limit) => {
    const where = clientId === null ? sql`removed_at is null` : sql`client_id = ${clientId}`;
    return loadValues(db, "item", "institution_id", { where, limit });
  };

const WEBHOOK_ORDERS = {
  created: ["created_at", "delivery_id"],
  state: ["state", "created_at", "delivery_id"],
} as const;

/** Lists of webhook deliveries, each with its last attempt. */
export const webhookList =
  (db: Database): WebhookList =>
  async (request) => {
    const { after, order, limit, state } = request;
    const reading = {
      ...{ table: "webhook_delivery", order, count: limit + 1 },
      after: timeOf(after),
      isByTime: state !== null || orderOf(request) === "created",
    };
    const rows = await db.inIndexOrder((statements) =>
      readSpans(db, statements, reading, (span) => selectDeliveries(statements, request, span)),
    );
    const page = toPage(rows, request, ({ state, createdAt, deliveryId }) =>
      orderOf(request) === "state" ? [state, createdAt, deliveryId] : [createdAt, deliveryId],
    );
    const attempts = await lastAttempts(db, page.rows);
    return {
      ...page,
      rows: page.rows.map((row) => {
        const { tries = 0, status = null, failure = null } = attempts.get(row.deliveryId) ?? {};
        return { ...row, tries, status, failure };
      }),
    };
  };

const orderOf = ({ sort, webhook = null }: Parameters<WebhookList>[0]) =>
  webhook === null ? sort : "created";

/**
 * The index of an event covers the other conditions, and an Item has few deliveries. The other
 * conditions filter those rows.
 */
function selectDeliveries(db: Queryable, request: Parameters<WebhookList>[0], span: TimeSpan) {
  const { clientId, itemId, webhook = null, state, since = null, until = null, limit } = request;
  const conditions = { item_id: itemId, webhook, client_id: clientId, state };
  const equal: Record<string, string> = {};
  const others: [string, string][] = [];
  for (const [column, value] of Object.entries(conditions)) {
    if (value === null) continue;
    if ("item_id" in equal || "webhook" in equal) others.push([column, value]);
    else equal[column] = value;
  }
  const range = rangeOf({ equal, order: WEBHOOK_ORDERS[orderOf(request)] }, request);
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
      "next_try_at as nextTryAt",
    ])
    .where(range.condition)
    .where(isInSpan("created_at", span))
    .where(isOfPresentClient("webhook_delivery"))
    .$if(since !== null, (query) => query.where("created_at", ">=", since ?? 0))
    .$if(until !== null, (query) => query.where("created_at", "<", until ?? 0))
    .where(({ and, eb }) => and(others.map(([column, value]) => eb(unindexed(column), "=", value))))
    .orderBy(range.order)
    .limit(limit + 1)
    .execute();
}

async function lastAttempts(db: Queryable, deliveries: readonly DeliveryKey[]) {
  if (deliveries.length === 0) return new Map();
  const deliveryIds = deliveries.map(({ deliveryId }) => deliveryId);
  const times = deliveries.map(({ createdAt }) => createdAt);
  const rows = await db
    .selectFrom("webhook_attempt")
    .select(["delivery_id as deliveryId", "number as tries", "status", "failure"])
    .where("delivery_id", "in", deliveryIds)
    .where("delivery_created_at", ">=", Math.min(...times))
    .where("delivery_created_at", "<=", Math.max(...times))
    .orderBy("number")
    .execute();
  return new Map(rows.map(({ deliveryId, ...attempt }) => [deliveryId, attempt]));
}
