import type { Kysely, Migration } from "kysely";

/** What was done with privilege, each entry with the digest of the one before it. */
export const auditLog: Migration = { up };

async function up(db: Kysely<{ audit_head: { sequence: number; digest: string } }>): Promise<void> {
  await db.schema
    .createTable("audit_entry")
    .addColumn("sequence", "integer", (column) => column.primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actor_kind", "text", (column) => column.notNull())
    .addColumn("actor_name", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("previous_digest", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("audit_head")
    .addColumn("sequence", "integer", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .execute();
  await db.insertInto("audit_head").values({ sequence: 0, digest: "" }).execute();
}
