import type { Kysely, Migration } from "kysely";

/** Whether an institution's tokens are bound to a key (DPoP), and who has decided that. */
export const dpopDecisions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("institution_connection")
    .addColumn("dpop", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable("institution_connection")
    .addColumn("dpop_by", "text", (column) => column.notNull().defaultTo("metadata"))
    .execute();
}
