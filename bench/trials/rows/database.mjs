// Databases with a number of transactions each.

import pg from "pg";
import { openDatabase, openStore } from "../../../dist/bench/parts.js";
import { fillRows } from "./fill.mjs";

/** The address of a filled database, which is created and filled if it does not exist. */
export const openRows = async (admin, server, rows, say) => {
  const name = `rows_${rows}`;
  const address = server.replace(/^([^/]*\/\/[^/]*)\/[^?]*/, `$1/${name}`);
  const { rowCount } = await admin.query("select from pg_database where datname = $1", [name]);
  if (rowCount === 0) await admin.query(`create database ${name}`);
  await (await openStore(openDatabase(address))).close();
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  const { rowCount: clients } = await pool.query("select from client limit 1");
  if (clients === 0) await fillRows(pool, rows, (text) => say(`${name}: ${text}`));
  await pool.end();
  return { address, rows };
};
