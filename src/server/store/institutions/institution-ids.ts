import { sql } from "kysely";
import type { InstitutionIdStore } from "../../domain/institutions/institution-ids.ts";
import type { Queryable } from "../tables.ts";

/** Whether institutions keep or change their ids of transactions. */
export const institutionIds = (db: Queryable): InstitutionIdStore => ({
  get: async (institutionId) => {
    const row = await db
      .selectFrom("institution_ids")
      .select(["moved", "moved_at", "rebooked", "setting"])
      .where("institution_id", "=", institutionId)
      .executeTakeFirst();
    return {
      moved: row?.moved ?? 0,
      movedAt: row?.moved_at ?? null,
      rebooked: row?.rebooked ?? 0,
      setting: row?.setting ?? null,
    };
  },

  addSeen: async (institutionId, { moved, rebooked }, at) => {
    await db
      .insertInto("institution_ids")
      .values({ institution_id: institutionId, moved, moved_at: at, rebooked, setting: null })
      .onConflict((conflict) =>
        conflict.column("institution_id").doUpdateSet({
          moved: sql<number>`institution_ids.moved + ${moved}`,
          rebooked: sql<number>`institution_ids.rebooked + ${rebooked}`,
          moved_at: at,
        }),
      )
      .execute();
  },

  set: async (institutionId, setting) => {
    const values = { setting, ...(setting === null && { moved: 0, moved_at: null, rebooked: 0 }) };
    await db
      .insertInto("institution_ids")
      .values({ institution_id: institutionId, moved: 0, moved_at: null, rebooked: 0, setting })
      .onConflict((conflict) => conflict.column("institution_id").doUpdateSet(values))
      .execute();
  },
});
