import type { Kysely, Migration } from "kysely";

/** What was asked of the API, and the uses of Link with what happened in each: a log for the Dashboard. */
export const traffic: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("request_log")
    .addColumn("request_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text")
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("status", "integer", (column) => column.notNull())
    .addColumn("failed", "integer", (column) => column.notNull())
    .addColumn("error_code", "text")
    .addColumn("version", "text")
    .addColumn("ms", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("request", "text")
    .addColumn("response", "text")
    .execute();
  for (const columns of [[], ["client_id"], ["failed"], ["client_id", "failed"], ["path"]])
    await index(db, "request_log", [...columns, "at", "request_id"]);

  await db.schema
    .createTable("link_visit")
    .addColumn("link_session_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("institution_id", "text")
    .addColumn("reached", "integer", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("exit_status", "text")
    .addColumn("error_code", "text")
    .addColumn("update_mode", "integer", (column) => column.notNull())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
  for (const columns of [[], ["client_id"], ["outcome"], ["client_id", "outcome"]])
    await index(db, "link_visit", [...columns, "started_at", "link_session_id"]);

  await db.schema
    .createTable("link_event")
    .addColumn("event_id", "text", (column) => column.primaryKey())
    .addColumn("link_session_id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("detail", "text")
    .addColumn("error_code", "text")
    .addColumn("ms", "integer")
    .execute();
  await index(db, "link_event", ["link_session_id", "at"]);
  await index(db, "link_event", ["at"]);
}

function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  return db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
