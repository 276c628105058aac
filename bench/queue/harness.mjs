// The test bed of the queue's benchmarks and trials: a separate PostgreSQL server with durable
// commits, the server's store, and worker processes.

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { openServices, readSettings, startServer } from "../../dist/bench/parts.js";
import { createBaseline } from "./baseline.mjs";

const WORKER = join(import.meta.dirname, "worker.mjs");

/** Commits are on the disk before they are acknowledged. */
const DURABLE = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  shared_buffers: "256MB",
};

const MS_PER_TICK = 10;

/** The load of the machine in the last minute, printed with each number. */
export const load = () => loadavg()[0].toFixed(1);

/** Opens a bed; `settings` are PostgreSQL's. */
export const openBed = async (settings = {}) => {
  const postgres = await startServer({ ...DURABLE, ...settings });
  const folder = mkdtempSync(join(tmpdir(), "service-link-queue-"));
  const variables = { DATABASE_URL: postgres.address };
  const parts = await openServices(readSettings({ data: folder }, variables), {
    log: pino({ level: "fatal" }, pino.destination(2)),
  });
  const pool = new pg.Pool({ connectionString: postgres.address, max: 4 });
  pool.on("error", () => {});
  await pool.query("create table run (n bigint not null, pid bigint not null, at bigserial)");
  await createBaseline(pool);
  const workers = new Set();

  /** The CPU time of PostgreSQL in ms. The first process includes ended processes. */
  const postgresCpuMs = () => {
    const data = join(decodeURIComponent(postgres.address.split("host=")[1]), "data");
    const main = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0];
    const children = readFileSync(`/proc/${main}/task/${main}/children`, "utf8").trim().split(" ");
    const ticks = [main, ...children].map((pid) => {
      const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
      const [user, system, endedUser, endedSystem] = fields.split(" ").slice(11, 15).map(Number);
      return user + system + (pid === main ? endedUser + endedSystem : 0);
    });
    return ticks.reduce((sum, tick) => sum + tick, 0) * MS_PER_TICK;
  };

  const rowsOf = async (text, values) => (await pool.query(text, values)).rows;
  const insert = (table, first, count, { lanes = 16, dueAt = Date.now(), lane = "lane" } = {}) =>
    pool.query(
      `insert into ${table} (job_id, name, payload, lane, due_at, created_at, attempts)
       select 'job-' || n, 'tick', '{"n":' || n || '}', $3 || ' ' || (n % $4), $5::bigint + n - $1, $5::bigint, 0
       from generate_series($1::bigint, $1::bigint + $2::bigint - 1) as n`,
      [first, count, lane, lanes, dueAt - count],
    );

  return {
    postgres,
    services: parts.services,
    pool,
    postgresCpuMs,
    rowsOf,
    /** Adds jobs from a number on, each due a millisecond after the previous job. */
    fill: (first, count, options) => insert("job", first, count, options),
    fillBaseline: (first, count, options) => insert("bare_job", first, count, options),
    remaining: async () =>
      Number((await rowsOf("select count(*) as n from job where name = 'tick'"))[0].n),
    /** Starts a process that can run jobs. `address` may be a proxy's. */
    startWorker: async ({ address = postgres.address, ...options } = {}) => {
      const child = fork(WORKER, [JSON.stringify({ folder, ...options })], {
        env: { ...process.env, DATABASE_URL: address, RECORD_URL: postgres.address },
      });
      const worker = { child, count: 0, failures: [] };
      workers.add(child);
      child.once("exit", () => workers.delete(child));
      const ready = new Promise((resolve, reject) => {
        child.once("exit", () => reject(new Error("a worker did not start")));
        child.on("message", (message) => {
          if (message.type === "ready") resolve();
          if (message.count !== undefined) worker.count = message.count;
          if (message.type === "stopped") Object.assign(worker, message);
        });
      });
      await ready;
      return {
        ...worker,
        state: worker,
        send: (message) => child.send(message),
        start: () => child.send({ type: "start" }),
        kill: async () => {
          child.kill("SIGKILL");
          await once(child, "exit");
        },
        stop: async () => {
          const exit = once(child, "exit");
          child.send({ type: "stop" });
          await exit;
          return worker.failures;
        },
      };
    },
    close: async () => {
      for (const child of workers) child.kill("SIGKILL");
      await pool.end();
      await parts.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Waits until a condition holds. Throws after a number of seconds. */
export const until = async (holds, seconds = 120, ms = 20) => {
  for (const end = Date.now() + seconds * 1000; !(await holds()); await pause(ms))
    if (Date.now() > end) throw new Error(`it does not hold after ${seconds} s`);
};

/**
 * Runs the pending jobs with several processes. Returns jobs per second, and the CPU time per job
 * in PostgreSQL and in the workers, in ms.
 */
export const drain = async (bed, count, { processes = 4, ...options } = {}) => {
  const table = options.baseline ? "bare_job" : "job";
  const workers = await Promise.all(
    Array.from({ length: processes }, () => bed.startWorker(options)),
  );
  const began = performance.now();
  const cpuMs = bed.postgresCpuMs();
  for (const worker of workers) worker.start();
  await until(() => workers.reduce((sum, { state }) => sum + state.count, 0) >= count, 600);
  await until(async () => {
    const [{ any }] = await bed.rowsOf(
      `select exists (select from ${table} where name = 'tick') as any`,
    );
    return !any;
  }, 600);
  const perSecond = (count * 1000) / (performance.now() - began);
  const inPostgres = (bed.postgresCpuMs() - cpuMs) / count;
  const failures = (await Promise.all(workers.map(({ stop }) => stop()))).flat();
  if (failures.length > 0) console.error([...new Set(failures)]);
  const inWorkers = workers.reduce((sum, { state }) => sum + state.cpuMs, 0) / count;
  return { perSecond, inPostgres, inWorkers };
};
