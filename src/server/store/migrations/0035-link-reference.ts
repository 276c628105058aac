import { type Migration, sql } from "kysely";

/** Adds to the links of grants the reference of their application, which is unique in a grant. */
export const linkReference: Migration = {
  up: async (db) => {
    await db.schema.alterTable("grant_link").addColumn("reference", "text").execute();
    const { rows } = await sql<{ link: string; grant: string; details: string }>`
      select link_id as link, grant_id as ${sql.id("grant")}, details
      from grant_link order by created_at, link_id
    `.execute(db);
    const taken = new Set<string>();
    for (const { link, grant, details } of rows) {
      const { reference } = JSON.parse(details);
      const key = JSON.stringify([grant, reference]);
      // Two that were created at once could have the same: the later one keeps its own in its details alone.
      if (typeof reference !== "string" || taken.has(key)) continue;
      taken.add(key);
      await sql`update grant_link set reference = ${reference} where link_id = ${link}`.execute(db);
    }
    await db.schema
      .createIndex("grant_link_by_reference")
      .unique()
      .on("grant_link")
      .columns(["grant_id", "reference"])
      .execute();
  },
};
