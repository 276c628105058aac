import type { Store } from "../domain/store.ts";
import type { Database } from "./tables.ts";

/** Values that the store was made with and that stay as they are. */
export const settings = (db: Database): Store["settings"] => ({
  getOrSet: (name, value) =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("mark")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      const kept = await transaction
        .selectFrom("mark")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      return kept.value;
    }),
});
