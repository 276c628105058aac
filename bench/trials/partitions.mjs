// Measures a partitioned store: how long a day of PARTITION_REQUESTS (10,000,000) logged requests takes to drop, and for how
// long that locks the log; and how many pages the server's queries read of PARTITION_ROWS (5,000,000)
// transactions, next to the same rows without partitions.
//
//   npm run build && npx vite build --mode bench && nice node bench/trials/partitions.mjs [drop] [pages]
//
// Ten million requests take 14 GB of disk while they are there, 20 million transactions 17 GB and 17 more while they are
// copied.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import {
  limitStoreWaits,
  openDatabase,
  openStore,
  partition,
  startServer,
} from "../../dist/bench/parts.js";
import { compare } from "./rows/compare.mjs";
import { openRows } from "./rows/database.mjs";
import { measure } from "./rows/measure.mjs";

const REQUESTS = Number(process.env.PARTITION_REQUESTS ?? 10_000_000);
const ROWS = Number(process.env.PARTITION_ROWS ?? 5_000_000);
const DAY_MS = 86_400_000;
const FOLDER = join(import.meta.dirname, "../../test-results");
/** Settings for a fast fill of a disposable database; a commit is durable. */
const SETTINGS = {
  shared_buffers: "1GB",
  max_wal_size: "8GB",
  autovacuum: "off",
  fsync: "on",
  synchronous_commit: "on",
};

const choice = process.argv.slice(2);
const isChosen = (name) => choice.length === 0 || choice.includes(name);

const server = await startServer(SETTINGS);
try {
  if (isChosen("drop"))
    for (const cache of (process.env.PARTITION_CACHE ?? "left kept").split(" "))
      await measureDrop(cache);
  if (isChosen("pages")) await measurePages();
} finally {
  await server.stop();
}

async function partitionStore(address) {
  const db = openDatabase(address);
  await limitStoreWaits(Number.POSITIVE_INFINITY, () => partition(db, () => {}));
  await db.destroy();
}

/**
 * Fills a day that has expired as one part, and drops it as the daily cleanup does. The files of the part have `left` the
 * cache of the operating system, as those of a month ago have; or they are as they were written a moment ago (`kept`).
 */
async function measureDrop(cache) {
  const admin = new pg.Pool({ connectionString: server.address, max: 1 });
  // A connection that is idle may be there still when the server stops.
  admin.on("error", () => {});
  await admin.query(`create database days_${cache}`);
  const address = server.address.replace("/postgres?", `/days_${cache}?`);
  const store = await openStore(openDatabase(address));
  await partitionStore(address);
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  await pool.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'");
  const from = Math.floor(Date.now() / DAY_MS - 60) * DAY_MS;
  const part = `request_log_${new Date(from).toISOString().slice(0, 10).replaceAll("-", "")}`;
  // A store that was empty has nothing from before.
  await pool.query("drop table if exists request_log_earlier");
  await pool.query(`create table ${part} (like request_log including defaults including storage)`);
  await pool.query(
    `insert into ${part} (request_id, client_id, path, status, failed, error_code, version, ms, at, request, response, item_id)
     select 'r' || lpad(n::text, 14, '0'), 'client-' || n % 500, (array['/auth/get', '/transactions/sync', '/item/get'])[1 + n % 3],
       200, 0, null, '2020-09-14', n % 900, ${from} + n * ${DAY_MS - 1}::bigint / ${REQUESTS},
       '{"access_token":"' || repeat('x', 80) || '"}', '{"accounts":"' || repeat(md5(n::text), 12) || '"}', 'item-' || n % 100000
     from generate_series(1, ${REQUESTS}) as n`,
  );
  const { rows: indexes } = await pool.query(
    "select pg_get_indexdef(indexrelid) as text from pg_index where indrelid = 'request_log'::regclass",
  );
  for (const [n, { text }] of indexes.entries())
    await pool.query(text.replace(/INDEX \S+ ON (ONLY )?\S+/, `INDEX ${part}_${n} ON ${part}`));
  await pool.query(
    `alter table request_log attach partition ${part} for values from (${from}) to (${from + DAY_MS})`,
  );
  const { rows } = await pool.query("select pg_total_relation_size($1::regclass) as bytes", [part]);
  await pool.query("checkpoint");
  if (cache === "left") await leaveCache(pool, part);
  const db = openDatabase(address);
  const writer = startWriter(address);
  await writer.isReady;
  const locks = await startLockWatch(address);
  const at = performance.now();
  await limitStoreWaits(35_000, () => db.dropExpiredParts("request_log", { until: from + DAY_MS }));
  const dropped = performance.now() - at;
  const { longest, count } = await writer.stop();
  const held = await locks.stop();
  console.log(
    `${cache}: ${REQUESTS} requests, ${(rows[0].bytes / 1e9).toFixed(1)} GB, locked for ${held.toFixed(0)} ms, its files deleted after ${dropped.toFixed(0)} ms; ${count} requests logged meanwhile, the longest wait ${longest.toFixed(1)} ms`,
  );
  const gone = await pool.query("select to_regclass($1) as name", [part]);
  if (gone.rows[0].name !== null) throw new Error(`${part} is still there`);
  await db.destroy();
  await pool.end();
  await store.close();
  await admin.query(`drop database days_${cache} with (force)`);
  await admin.end();
}

/** Has the operating system forget the files of a part and its indexes. */
async function leaveCache(pool, part) {
  execFileSync("sync");
  const { rows } = await pool.query(
    `select current_setting('data_directory') || '/' || pg_relation_filepath(oid) as file from pg_class
     where oid = $1::regclass or oid in (select indexrelid from pg_index where indrelid = $1::regclass)
       or oid = (select reltoastrelid from pg_class where oid = $1::regclass)`,
    [part],
  );
  for (const { file } of rows)
    for (let segment = 0; ; segment++) {
      const name = segment === 0 ? file : `${file}.${segment}`;
      if (!existsSync(name)) break;
      execFileSync("dd", [`if=${name}`, "iflag=nocache", "count=0", "status=none"]);
    }
}

/** Logs a request of today again and again, each in a transaction; returns how long the longest took, in ms. */
function startWriter(address) {
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  let [isStopped, longest, count] = [false, 0, 0];
  let began = () => {};
  const isReady = new Promise((resolve) => {
    began = resolve;
  });
  const running = (async () => {
    for (let n = 0; !isStopped; n++) {
      const at = performance.now();
      await pool.query(
        `insert into request_log (request_id, client_id, path, status, failed, version, ms, at, request, response)
         values ($1, 'client-1', '/item/get', 200, 0, '2020-09-14', 1, $2, '{}', '{}')`,
        [`w${String(n).padStart(14, "0")}`, Date.now()],
      );
      if (n < 20) continue;
      if (n === 20) began();
      count++;
      longest = Math.max(longest, performance.now() - at);
    }
    await pool.end();
  })();
  return {
    isReady,
    stop: async () => {
      isStopped = true;
      await running;
      return { longest, count };
    },
  };
}

/** Looks all the time for the lock that keeps others from the log; returns how long it was there, in ms. */
async function startLockWatch(address) {
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  const look = () =>
    pool.query(
      `select 1 from pg_locks where granted and mode = 'AccessExclusiveLock' and relation = 'request_log'::regclass`,
    );
  await look();
  let [isStopped, held] = [false, 0];
  const running = (async () => {
    let previous = performance.now();
    while (!isStopped) {
      const { rowCount } = await look();
      const now = performance.now();
      // The lock may have begun right after the look before.
      if (rowCount > 0) held += now - previous;
      previous = now;
    }
    await pool.end();
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return held;
    },
  };
}

/** Counts the pages of each query on the same rows, whole and partitioned. */
async function measurePages() {
  const admin = new pg.Pool({ connectionString: server.address, max: 1 });
  // A connection that is idle may be there still when the server stops.
  admin.on("error", () => {});
  const whole = await openRows(admin, server.address, ROWS, console.error);
  const before = await limitStoreWaits(Number.POSITIVE_INFINITY, () => measure(whole));
  const began = performance.now();
  await partitionStore(whole.address);
  console.log(`partitioned ${ROWS} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const pool = new pg.Pool({ connectionString: whole.address, max: 1 });
  await pool.query("set statement_timeout = 0");
  await pool.query("vacuum (analyze)");
  await pool.end();
  const after = await limitStoreWaits(Number.POSITIVE_INFINITY, () => measure(whole));
  await admin.end();
  const lines = compare(before, after);
  const more = lines.filter(({ pages: [first, second] }) => second > first);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "partitions.json"), `${JSON.stringify(lines, null, 2)}\n`);
  console.log(more.map(({ text }) => text).join("\n"));
  console.log(`${lines.length} queries; ${more.length} read more pages than of whole tables`);
}
