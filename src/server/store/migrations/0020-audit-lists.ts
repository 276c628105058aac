import { type Migration, sql } from "kysely";

/** Adds to entries of the audit log the client that they are about, and the indexes of the Dashboard's list. */
export const auditLists: Migration = {
  up: async (db) => {
    await db.schema.alterTable("audit_entry").addColumn("client_id", "text").execute();
    await sql`update audit_entry set client_id = subject where action like 'client.%'`.execute(db);
    for (const [name, columns] of Object.entries(INDEXES))
      await db.schema
        .createIndex(`audit_entry_by_${name}`)
        .on("audit_entry")
        .columns([...columns, "at", "sequence"])
        .execute();
  },
};

const INDEXES: Record<string, readonly string[]> = {
  time: [],
  client: ["client_id"],
  client_action: ["client_id", "action"],
  action: ["action"],
  subject: ["subject"],
  subject_action: ["subject", "action"],
  actor: ["actor_name"],
  actor_action: ["actor_name", "action"],
};
