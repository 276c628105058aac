import type { Kysely, Migration } from "kysely";

/** How requests to institutions went, the outages that follow, whom to tell of them, and who failed meanwhile. */
export const outages: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("institution_request_count")
    .addColumn("institution_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("counted_from", "bigint", (column) => column.notNull())
    .addColumn("succeeded", "integer", (column) => column.notNull())
    .addColumn("failed", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("institution_request_count_of_minutes", [
      "counted_from",
      "institution_id",
      "kind",
    ])
    .execute();
  await index(db, "institution_request_count", ["institution_id", "counted_from"]);

  await db.schema
    .createTable("institution_outage")
    .addColumn("institution_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("began_at", "bigint", (column) => column.notNull())
    // 0 while it lasts: by the key there is one that lasts at most.
    .addColumn("ended_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("institution_outage_by_end", ["institution_id", "kind", "ended_at"])
    .execute();
  await index(db, "institution_outage", ["ended_at"]);

  await db.schema
    .createTable("client_alert")
    .addColumn("client_id", "text", (column) =>
      column.primaryKey().references("client.client_id").onDelete("cascade"),
    )
    .addColumn("webhook", "text")
    .addColumn("email", "text")
    .addColumn("mail_users", "integer", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("failed_sign_in")
    .addColumn("link_session_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) =>
      column.notNull().references("client.client_id").onDelete("cascade"),
    )
    .addColumn("institution_id", "text", (column) => column.notNull())
    .addColumn("sealed_notice", "text", (column) => column.notNull())
    .addColumn("failed_at", "bigint", (column) => column.notNull())
    .execute();
  await index(db, "failed_sign_in", ["institution_id", "failed_at"]);
  await index(db, "failed_sign_in", ["client_id"]);
  // What one institution's sessions are read by.
  await index(db, "link_visit", ["institution_id", "started_at"]);
}

function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  return db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
