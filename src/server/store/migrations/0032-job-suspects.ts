import type { Migration } from "kysely";

/** Adds to jobs how often they were lost while they ran alone, by which suspects are found. */
export const jobSuspects: Migration = {
  up: async (db) => {
    await db.schema.alterTable("job").addColumn("losses_alone", "integer").execute();
    await db.schema
      .createIndex("job_by_losses_alone")
      .on("job")
      .columns(["losses_alone", "due_at"])
      .where("losses_alone", "is not", null)
      .execute();
  },
};
