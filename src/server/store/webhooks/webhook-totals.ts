import { sql } from "kysely";
import type { WebhookTotal, WebhookTotalStore } from "../../domain/dashboard/webhook-total.ts";
import type { LongReads } from "../long-reads.ts";
import type { Database, Tables } from "../tables.ts";
import { ALL, addToTotals, hourlyTotals } from "../totals.ts";

const HOURS_PER_DAY = 24;

/** The number of attempts by hour and outcome, and by day, address and webhook. */
export const webhookTotals = (db: Database, { recent }: LongReads): WebhookTotalStore => ({
  add: (totals) =>
    db.transact(
      (transaction) => addToTotals(transaction, "webhook_total", totals.flatMap(toRows)),
      { isolation: "read committed" },
    ),

  since: (hour, hours, clientId) =>
    recent((source) =>
      hourlyTotals(
        source,
        "webhook_total",
        ["outcome"],
        { hour, hours, clientId },
        sql`address = ${ALL} and webhook = ${ALL}`,
      ),
    ),

  places: async (hour, clientId, limit) => {
    const rows = await recent((source) =>
      source
        .selectFrom("webhook_total")
        .select(({ fn }) => [
          "address",
          "webhook",
          "outcome",
          fn.sum<number | string>("count").as("count"),
        ])
        .where("client_id", "=", clientId ?? ALL)
        .where("webhook", "!=", ALL)
        .where("hour", ">=", toDay(hour))
        .groupBy(["address", "webhook", "outcome"])
        .orderBy("count", "desc")
        .limit(limit)
        .execute(),
    );
    return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  },

  purge: async (hour) => {
    await db.deleteFrom("webhook_total").where("hour", "<", toDay(hour)).execute();
  },
});

const toDay = (hour: number): number => hour - (hour % HOURS_PER_DAY);

/** Returns the rows that attempts count in: by hour, and by day of each webhook at each address of a client; and over all. */
const toRows = ({
  clientId: client_id,
  address,
  webhook,
  hour,
  outcome,
  count,
}: WebhookTotal): Tables["webhook_total"][] =>
  [
    { client_id, address: ALL, webhook: ALL, hour },
    { client_id: ALL, address: ALL, webhook: ALL, hour },
    { client_id, address, webhook, hour: toDay(hour) },
    { client_id: ALL, address: ALL, webhook, hour: toDay(hour) },
  ].map((place) => ({ ...place, outcome, count }));
