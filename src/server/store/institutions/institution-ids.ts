import { sql } from "kysely";
import type { InstitutionIdStore } from "../../domain/institutions/institution-ids.ts";
import type { Queryable } from "../tables.ts";

/** Knowledge of institutions' ids of transactions. */
export const institutionIds = (db: Queryable): InstitutionIdStore => ({
  get: async (institutionId) => {
    const row = await db
      .selectFrom("institution_ids")
      .select(["moved", "moved_at", "setting"])
      .where("institution_id", "=", institutionId)
      .executeTakeFirst();
    return {
      moved: row?.moved ?? 0,
      movedAt: row?.moved_at ?? null,
      setting: row?.setting ?? null,
    };
  },

  addMoved: async (institutionId, count, at) => {
    await db
      .insertInto("institution_ids")
      .values({ institution_id: institutionId, moved: count, moved_at: at, setting: null })
      .onConflict((conflict) =>
        conflict.column("institution_id").doUpdateSet({
          moved: sql<number>`institution_ids.moved + ${count}`,
          moved_at: at,
        }),
      )
      .execute();
  },

  set: async (institutionId, setting) => {
    const values = { setting, ...(setting === null && { moved: 0, moved_at: null }) };
    await db
      .insertInto("institution_ids")
      .values({ institution_id: institutionId, moved: 0, moved_at: null, setting })
      .onConflict((conflict) => conflict.column("institution_id").doUpdateSet(values))
      .execute();
  },
});
