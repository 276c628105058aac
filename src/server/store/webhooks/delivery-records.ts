import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Attempt, Delivery } from "../../domain/webhooks/delivery.ts";
import { gatherWrites } from "../gather-writes.ts";
import { webhookRecorder } from "../items/item-status.ts";
import { jsonColumn } from "../json-column.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Database, Queryable } from "../tables.ts";

type Recorded = { delivery: Delivery; attempt: Attempt };

/** The maximum number of attempts that one statement records; each count has a statement of its own. */
const MAX_AT_ONCE = 16;

/** Records attempts and the states after them; those that end at the same time share a transaction. */
export const recordTogether = (db: Database): ((recorded: Recorded) => Promise<void>) => {
  const writers = new Map<number, ReturnType<typeof prepareWriter>>();
  const writerFor = (count: number) => {
    const writer = writers.get(count) ?? prepareWriter(db, count);
    writers.set(count, writer);
    return writer;
  };
  const recordWebhook = webhookRecorder(db);
  return gatherWrites(MAX_AT_ONCE, async (all: readonly Recorded[], isAgain) => {
    await db.transact(
      async (transaction) => {
        const group = isAgain ? await withoutStored(transaction, all) : all;
        if (group.length === 0) return;
        for (const part of dividedByDelivery(group))
          await writerFor(part.length)(part, transaction);
        for (const webhook of lastWebhooks(group)) await recordWebhook(webhook, transaction);
      },
      { isolation: "read committed" },
    );
    return all.map(() => undefined);
  });
};

/** The attempts that are not stored yet. */
const withoutStored = async (transaction: Queryable, all: readonly Recorded[]) => {
  const left = [];
  for (const recorded of all) {
    const { delivery, attempt } = recorded;
    const [stored] = await transaction
      .selectFrom("webhook_attempt")
      .select("number")
      .where("delivery_id", "=", delivery.deliveryId)
      .where("delivery_created_at", "=", delivery.createdAt)
      .where("at", "=", attempt.at)
      .where("ms", "=", attempt.ms)
      .execute();
    if (!stored) left.push(recorded);
  }
  return left;
};

/** Orders rows as each process does that locks several, so that no two wait for each other. */
const inLockOrder = <Each>(all: readonly Each[], toKey: (each: Each) => string): Each[] =>
  all.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));

/** Divides a group into parts that have no delivery twice: one statement cannot write a row twice. */
const dividedByDelivery = (group: readonly Recorded[]): (readonly Recorded[])[] => {
  const sorted = inLockOrder(group, ({ delivery }) => delivery.deliveryId);
  const ids = new Set(sorted.map(({ delivery }) => delivery.deliveryId));
  return ids.size === sorted.length ? [sorted] : sorted.map((each) => [each]);
};

/** The last webhook of each Item in a group. */
const lastWebhooks = (group: readonly Recorded[]) => {
  const webhooks = new Map<string, { itemId: string; code: string; sentAt: number }>();
  for (const { delivery, attempt } of group) {
    const { itemId, webhook } = delivery;
    if (itemId !== null)
      webhooks.set(itemId, { itemId, code: webhook.split(":")[1] ?? webhook, sentAt: attempt.at });
  }
  return inLockOrder([...webhooks.values()], ({ itemId }) => itemId);
};

/** Prepares to write `count` deliveries, each with an attempt. */
const prepareWriter = (db: Queryable, count: number) => {
  const places = Array.from({ length: count }, (_, place) => place);
  // The deliveries are written first: the locks of their rows serialize concurrent attempts.
  const putDeliveries = preparedQuery<Values, never>(db, (param) =>
    db
      .insertInto("webhook_delivery")
      .values(places.map((place) => parametersOf(DELIVERY, place, param)))
      .onConflict((conflict) =>
        conflict.columns(["created_at", "delivery_id"]).doUpdateSet((row) => ({
          state: row.ref("excluded.state"),
          next_try_at: row.ref("excluded.next_try_at"),
        })),
      ),
  );
  const addAttempts = preparedQuery<Values, never>(db, (param) =>
    db.insertInto("webhook_attempt").values(
      places.map((place) => {
        const row = parametersOf(ATTEMPT, place, param);
        return {
          ...row,
          number: sql<number>`(
            select count(*) + 1 from webhook_attempt
            where delivery_id = ${row.delivery_id} and delivery_created_at = ${row.delivery_created_at}
          )`,
        };
      }),
    ),
  );
  return async (group: readonly Recorded[], transaction: Queryable) => {
    await putDeliveries(valuesOf(group.map(rowOfDelivery)), transaction);
    await addAttempts(valuesOf(group.map(rowOfAttempt)), transaction);
  };
};

const DELIVERY = [
  "delivery_id",
  "client_id",
  "item_id",
  "url",
  "webhook",
  "sealed_body",
  "created_at",
  "tried_since",
  "next_try_at",
  "state",
] as const;

const ATTEMPT = [
  "delivery_id",
  "delivery_created_at",
  "at",
  "ms",
  "status",
  "failure",
  "excerpt",
  "headers",
] as const;

type Value = string | number | null;
type Values = Record<string, Value>;

const rowOfDelivery = ({ delivery }: Recorded): Record<(typeof DELIVERY)[number], Value> => ({
  delivery_id: delivery.deliveryId,
  client_id: delivery.clientId,
  item_id: delivery.itemId,
  url: delivery.url,
  webhook: delivery.webhook,
  sealed_body: delivery.sealedBody,
  created_at: delivery.createdAt,
  tried_since: delivery.firstTriedAt,
  next_try_at: delivery.nextTryAt,
  state: delivery.state,
});

const rowOfAttempt = ({
  delivery: { deliveryId, createdAt },
  attempt,
}: Recorded): Record<(typeof ATTEMPT)[number], Value> => ({
  ...attempt,
  delivery_id: deliveryId,
  delivery_created_at: createdAt,
  headers: attemptHeaders.write(attempt.headers),
});

/** The column of an attempt's headers. */
export const attemptHeaders = jsonColumn(z.record(z.string(), z.string()).nullable());

/** A row's parameters, named by its columns and its place. */
const parametersOf = <Column extends string>(
  columns: readonly Column[],
  place: number,
  param: (name: string) => RawBuilder<Value>,
) =>
  Object.fromEntries(columns.map((column) => [column, param(`${column}${place}`)])) as Record<
    Column,
    RawBuilder<never>
  >;

/** The values of rows for their parameters. */
const valuesOf = (rows: readonly Readonly<Record<string, Value>>[]): Values =>
  Object.fromEntries(
    rows.flatMap((row, place) =>
      Object.entries(row).map(([column, value]) => [`${column}${place}`, value]),
    ),
  );
