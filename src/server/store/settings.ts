import type { Store } from "../domain/store.ts";
import type { Database } from "./tables.ts";

/** Write-once key/value settings of the store. */
export const settings = (db: Database): Store["settings"] => ({
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
