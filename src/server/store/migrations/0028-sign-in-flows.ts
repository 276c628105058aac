import type { Kysely, Migration } from "kysely";

/** Whether users sign in at the institution's own site or approve in its app. */
export const signInFlows: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("institution_connection")
    .addColumn("flow", "text", (column) => column.notNull().defaultTo("code"))
    .execute();
}
