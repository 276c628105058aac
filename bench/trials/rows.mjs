// Measures the server's queries on large tables: fills a PostgreSQL store with a small and a large number of
// transactions (the other tables in proportion), makes the server's calls to its store on both, and explains
// each query at that moment. Prints a table, and writes test-results/rows.json. Fifty million transactions
// take 45 GB of disk and half an hour.
//
//   npm run build && npx vite build --mode bench && ROWS_LARGE=50000000 node bench/trials/rows.mjs
//
// ROWS_SMALL (1,000,000) and ROWS_LARGE (2,000,000) are the numbers, ROWS_REQUESTS that of logged requests; ROWS_SERVER is a server that may make
// databases in place of one of its own. A database that is filled already is taken as it is.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startServer } from "../../dist/bench/parts.js";
import { compare } from "./rows/compare.mjs";
import { openRows } from "./rows/database.mjs";
import { measure } from "./rows/measure.mjs";

const SMALL = Number(process.env.ROWS_SMALL ?? 1_000_000);
const LARGE = Number(process.env.ROWS_LARGE ?? 2_000_000);
const FOLDER = join(import.meta.dirname, "../../test-results");
/** Settings for a fast fill of a disposable database. */
const SETTINGS = { shared_buffers: "2GB", max_wal_size: "8GB", autovacuum: "off" };

const own = process.env.ROWS_SERVER ? null : await startServer(SETTINGS);
const server = own?.address ?? process.env.ROWS_SERVER;
try {
  const admin = new pg.Pool({ connectionString: server, max: 1 });
  const measurements = [];
  for (const rows of [SMALL, LARGE])
    measurements.push(await measure(await openRows(admin, server, rows, console.error)));
  await admin.end();
  const lines = compare(...measurements);
  console.log(lines.map((line) => line.text).join("\n"));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "rows.json"), `${JSON.stringify(lines, null, 2)}\n`);
} finally {
  await own?.stop();
}
