import { sql } from "kysely";
import type { Store } from "../domain/store.ts";
import { migrationNames } from "./migrations/index.ts";
import type { Database } from "./tables.ts";

/** Compares the changes of the schema that were made with those that this version knows. */
export const schema =
  (db: Database): Store["schema"] =>
  async () => {
    const query = sql<{ name: string }>`select name from kysely_migration`.compile(db);
    const migrations = (await db.readCommitted(query)).map(({ name }) => name);
    const names = migrationNames();
    return {
      pending: names.filter((name) => !migrations.includes(name)),
      unknown: migrations.filter((name) => !names.includes(name)),
    };
  };
