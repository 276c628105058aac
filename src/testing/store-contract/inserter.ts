import { TABLE_KEYS, type TableName } from "../../server/store/dialects/transfer/table-keys.ts";
import type { Database } from "../../server/store/tables.ts";

/** Inserts rows by the columns that matter; the others that have to have a value get one. */
export const inserterOf = async (db: Database) => {
  const tables = await db.introspection.getTables();
  return async (table: string, ...rows: readonly object[]): Promise<void> => {
    const columns = tables.find(({ name }) => name === table)?.columns ?? [];
    // A column that is the whole key may be null as SQLite has it.
    const key: readonly string[] = TABLE_KEYS[table as TableName] ?? [];
    const others = columns
      .filter(({ name, isNullable }) => !isNullable || key.includes(name))
      .filter(({ hasDefaultValue }) => !hasDefaultValue)
      .map(({ name, dataType }) => [name, /text/i.test(dataType) ? "x" : 0]);
    await db
      .withTables<Record<string, Record<string, unknown>>>()
      .insertInto(table)
      .values(rows.map((row) => ({ ...Object.fromEntries(others), ...row })))
      .execute();
  };
};
