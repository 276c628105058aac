// How large the tables of a store are, and their indexes.

import SQLite from "better-sqlite3";
import pg from "pg";

/** The sizes of the tables with rows, in bytes: largest first. */
export const postgresSizes = async (address) => {
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  // A connection that has been let go may be there still when its server stops.
  pool.on("error", () => {});
  // Without the rows that updates have left behind.
  await pool.query("vacuum (full, analyze)");
  const { rows: tables } = await pool.query(
    `select relname as name, pg_table_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc`,
  );
  const sizes = new Map();
  for (const { name, bytes, indexes } of tables) {
    const { rows } = await pool.query(`select count(*)::int as count from "${name}"`);
    if (rows[0].count > 0) sizes.set(name, { rows: rows[0].count, bytes, indexes });
  }
  await pool.end();
  return sizes;
};

/** The same of an SQLite file. */
export const sqliteSizes = (file) => {
  const database = new SQLite(file);
  const parts = database
    .prepare(
      `select tbl_name as name, type, sum(pgsize) as bytes from dbstat
       join sqlite_master on sqlite_master.name = dbstat.name group by 1, 2`,
    )
    .all();
  const sizes = new Map();
  for (const { name, type, bytes } of parts) {
    const entry = sizes.get(name) ?? { rows: 0, bytes: 0, indexes: 0 };
    entry[type === "table" ? "bytes" : "indexes"] += bytes;
    sizes.set(name, entry);
  }
  for (const [name, entry] of sizes)
    entry.rows = database.prepare(`select count(*) from "${name}"`).pluck().get();
  database.close();
  return sizes;
};
