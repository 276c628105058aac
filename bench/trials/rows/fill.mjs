// Fills a PostgreSQL store.

import { SUMMARIES } from "../../summaries.mjs";
import { countsOf, listColumns } from "./columns.mjs";

/** As many rows of the summaries as there would be: the sums of a month by day, and 16 counters of live Items. */
const MORE_TOTALS = [
  `insert into usage_total (client_id, product, day, count, items)
   select client_id, product, substr(day, 1, 8) || n, 9, 0
   from usage_total, generate_series(10, 31) as n`,
  `insert into live_item_total (kind, owner_id, slot, count)
   select kind, owner_id, n, 0 from live_item_total, generate_series(1, 15) as n`,
];

/** Fills a store that has only the schema. `say` gets the progress. */
export const fillRows = async (pool, transactions, say) => {
  const counts = countsOf(transactions);
  const all = listColumns(Date.now(), counts);
  const connection = await pool.connect();
  try {
    // Foreign keys are not checked while rows are written.
    await connection.query(
      "set session_replication_role = replica; set maintenance_work_mem = '2GB'",
    );
    await connection.query("set max_parallel_maintenance_workers = 1; set statement_timeout = 0");
    for (const [table, columns] of Object.entries(all)) {
      const began = performance.now();
      await fillTable(connection, table, counts[table], columns);
      say(
        `${table}: ${counts[table]} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`,
      );
    }
    for (const statement of [...SUMMARIES, ...MORE_TOTALS]) await connection.query(statement);
    await connection.query("reset session_replication_role");
    await connection.query("vacuum (analyze)");
  } finally {
    connection.release(true);
  }
};

/**
 * Creates keys and indexes as they were once the rows exist; a table that is truncated in the same
 * transaction writes no WAL.
 */
async function fillTable(connection, table, count, own) {
  const columns = { ...(await fillings(connection, table)), ...own };
  const names = Object.keys(columns);
  const keys = await fetchRows(
    connection,
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype in ('p', 'u')
       and not exists (select from pg_constraint as other where other.contype = 'f' and other.conindid = pg_constraint.conindid)`,
    [table],
  );
  const indexes = await fetchRows(
    connection,
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  await connection.query("begin");
  await connection.query(`truncate ${table} cascade`);
  for (const { name } of keys)
    await connection.query(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await connection.query(`drop index ${name}`);
  await connection.query(
    `insert into ${table} (${names}) select ${names.map((name) => columns[name])}
     from generate_series(0::bigint, ${count}::bigint - 1) as n`,
  );
  for (const { name, definition } of keys)
    await connection.query(`alter table ${table} add constraint "${name}" ${definition}`);
  for (const { definition } of indexes) await connection.query(definition);
  await connection.query("commit");
}

/** A value for each column that must have one. */
const fillings = async (connection, table) =>
  Object.fromEntries(
    (
      await fetchRows(
        connection,
        `select column_name as name, data_type as type, column_default as initial
         from information_schema.columns where table_name = $1 and is_nullable = 'NO'`,
        [table],
      )
    ).map(({ name, type, initial }) => [name, initial ?? (type === "text" ? "'x'" : "0")]),
  );

const fetchRows = async (connection, text, values) => (await connection.query(text, values)).rows;
