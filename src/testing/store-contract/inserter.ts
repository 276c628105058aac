import { TABLE_KEYS, type TableName } from "../../server/store/dialects/transfer/table-keys.ts";
import type { Database } from "../../server/store/tables.ts";

/** Inserts rows with the given columns. Other required columns get a value. */
export const inserterOf = async (db: Database) => {
  const tables = await db.introspection.getTables();
  return async (table: string, ...rows: readonly object[]): Promise<void> => {
    const columns = tables.find(({ name }) => name === table)?.columns ?? [];
    // SQLite allows null in a column that is the whole key.
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
