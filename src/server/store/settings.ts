import type { SettingStore } from "../domain/server-settings.ts";
import type { Database } from "./tables.ts";

/** Key/value settings of the store. */
export const settings = (db: Database): SettingStore => ({
  get: async (name) => {
    const row = await db
      .selectFrom("mark")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirst();
    return row?.value ?? null;
  },

  replace: (name, previous, value) =>
    db.transact(async (transaction) => {
      if (previous === null) {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto("mark")
          .values({ name, value })
          .onConflict((conflict) => conflict.column("name").doNothing())
          .executeTakeFirst();
        return (numInsertedOrUpdatedRows ?? 0n) > 0n;
      }
      const { numUpdatedRows } = await transaction
        .updateTable("mark")
        .set({ value })
        .where("name", "=", name)
        .where("value", "=", previous)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    }),

  getOrSet: (name, value) =>
    db.transact(async (transaction) => {
      await transaction
        .insertInto("mark")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      const row = await transaction
        .selectFrom("mark")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      return row.value;
    }),
});
