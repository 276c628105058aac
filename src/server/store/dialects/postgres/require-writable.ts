import type { Dialect } from "../dialect.ts";
import { TABLE_NAMES } from "../transfer/table-keys.ts";
import { connectClient } from "./connect-client.ts";
import { failureWithCode } from "./failures.ts";

/** Creates a table, as a migration does. */
const CHANGE_SCHEMA = "create table service_link_start_check (id int)";

/**
 * The tables that a server writes. The schema may have further tables of an extension or another
 * program.
 */
const OWN_TABLES = [...TABLE_NAMES, "kysely_migration", "kysely_migration_lock"];

/** The tables of the store that this user may not alter or write. */
const OTHERS_TABLES = `select relname as name from pg_class
  where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and relname = any($2) and case when $1
    then not pg_has_role(relowner, 'USAGE')
    else not (has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
      and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE')) end
  order by relname`;

/** Tries a server's operations on its tables, in a transaction that is rolled back. */
export const requireWritable: Dialect["requireWritable"] = async (address, { changesSchema }) => {
  const client = await connectClient(address);
  try {
    await client.query("begin; set local lock_timeout = '5s'");
    if (changesSchema) await client.query(CHANGE_SCHEMA);
    const { rows } = await client.query<{ name: string }>(OTHERS_TABLES, [
      changesSchema,
      OWN_TABLES,
    ]);
    if (rows.length > 0)
      throw failureWithCode(
        "42501",
        `permission denied for table ${rows
          .slice(0, 3)
          .map(({ name }) => name)
          .join(", ")}`,
      );
    await client.query("rollback");
  } finally {
    await client.end().catch(() => {});
  }
};
