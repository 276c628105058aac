import { sql } from "kysely";
import type { Store } from "../domain/store.ts";
import { compareMigrations } from "./migrations/index.ts";
import type { Database } from "./tables.ts";

/** Compares the changes of the schema that were made with those that this version knows. */
export const schema =
  (db: Database): Store["schema"] =>
  async () => {
    const query = sql<{ name: string }>`select name from kysely_migration`.compile(db);
    return compareMigrations((await db.readCommitted(query)).map(({ name }) => name));
  };
