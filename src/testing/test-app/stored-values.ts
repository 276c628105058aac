import { join } from "node:path";
import SQLite from "better-sqlite3";
import { query } from "../postgres/databases.ts";
import { storeVariables } from "../postgres/test-databases.ts";

/** Returns each value in the store of a data folder as text, on SQLite and PostgreSQL. */
export const storedValues = async (folder: string): Promise<string[]> => {
  const { DATABASE_URL } = await storeVariables(folder);
  return DATABASE_URL === undefined
    ? valuesOfFile(join(folder, "service-link.db"))
    : valuesOfPostgres(DATABASE_URL);
};

function valuesOfFile(file: string): string[] {
  const database = new SQLite(file, { readonly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").pluck();
  const rows = tables.all().flatMap((name) => database.prepare(`select * from "${name}"`).all());
  database.close();
  return rows.flatMap((row) => Object.values(row as object).map(String));
}

async function valuesOfPostgres(address: string): Promise<string[]> {
  const tables = await query(
    address,
    "select table_name from information_schema.tables where table_schema = current_schema()",
  );
  const each = tables.rows.map(
    ({ table_name }) =>
      `select field.value from "${table_name}" one, lateral jsonb_each_text(to_jsonb(one)) field where field.value is not null`,
  );
  const { rows } = await query(address, each.join(" union all "));
  return rows.map(({ value }) => value);
}
