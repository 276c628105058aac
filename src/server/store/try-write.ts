import type { Store } from "../domain/store.ts";
import type { Database } from "./tables.ts";

/** Larger than a page of SQLite and of PostgreSQL: either database has to find room for it. */
const SIZE = 16 * 1024;

/** Errors of a conflict with another writer, which do not mean that the database refuses writes. */
const HELD_UP = /^(SQLITE_BUSY|SQLITE_LOCKED|40001|40P01|55P03|57014)/;

/** Writes a row and deletes it again in one transaction; throws if the database refuses that. */
export const tryWrite =
  (db: Database): Store["tryWrite"] =>
  async () => {
    const row = { name: "write probe", value: "x".repeat(SIZE) };
    try {
      await db.transact(
        async (transaction) => {
          await transaction
            .insertInto("mark")
            .values(row)
            .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: row.value }))
            .execute();
          await transaction.deleteFrom("mark").where("name", "=", row.name).execute();
        },
        { isolation: "read committed" },
      );
    } catch (failure) {
      const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
      if (!HELD_UP.test(code)) throw failure;
    }
  };
