// Measures the throughput of one vCPU: reads, exchanges, Link sessions and webhooks per second, each by a
// server process of its own over a PostgreSQL with durable commits. First each alone at full speed for a
// minute, its server on processor 0 and everything else on the others; then all at once for ENDURANCE_MINUTES
// at a share of that, on all processors.
//
//   npm run build && npx vite build --mode bench && ENDURANCE_MINUTES=30 node bench/trials/endurance.mjs [reads …]
//
// Linux only: it reads /proc and calls taskset. ENDURANCE_SHARE is the share (0.2), ENDURANCE_PEAK_SECONDS the minute.

import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { openServices, readSettings, startServer } from "../../dist/bench/parts.js";
import { startServe } from "../api/servers.mjs";
import { post } from "../api/walk.mjs";
import { LOADS } from "./endurance/loads.mjs";
import { cpuMsOf, cpuMsOfAll, pin, rssMbOf } from "./endurance/machine.mjs";

const MINUTES = Number(process.env.ENDURANCE_MINUTES ?? 1);
const SHARE = Number(process.env.ENDURANCE_SHARE ?? 0.2);
const PEAK_SECONDS = Number(process.env.ENDURANCE_PEAK_SECONDS ?? 60);
const WARM_UP_SECONDS = 20;
const PEAK_AT_ONCE = 16;
/** The most operations in progress; further ones wait, and their waiting time counts. */
const MAX_AT_ONCE = 64;
const TICK_MS = 20;
const SAMPLE_MS = 60_000;
const KEYS = { client_id: "endurance-client", secret: "endurance-secret-of-a-bench" };
const SETTINGS = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  shared_buffers: "512MB",
  checkpoint_timeout: "5min",
};

const choice = process.argv.slice(2);
const names = choice.length > 0 ? choice : Object.keys(LOADS);
const postgres = await startServer(SETTINGS);
const admin = new pg.Pool({ connectionString: postgres.address, max: 4 });
admin.on("error", () => {});

const mainPid = Number(
  (await admin.query("select pg_read_file('postmaster.pid') as text")).rows[0].text.split("\n")[0],
);

const folder = mkdtempSync(join(tmpdir(), "service-link-endurance-"));

/** A database, a server on it, and another connection to the same store. */
const openBed = async (name) => {
  await admin.query(`create database ${name}`);
  const address = postgres.address.replace("/postgres?", `/${name}?`);
  const variables = {
    DATABASE_URL: address,
    SERVICE_LINK_CLIENT_ID: KEYS.client_id,
    SERVICE_LINK_SECRET: KEYS.secret,
    LOG_LEVEL: "warn",
  };
  const data = join(folder, name);
  const server = await startServe(data, variables, ["--processes", "1"]);
  const parts = await openServices(readSettings({ data }, variables), {
    log: pino({ level: "fatal" }, pino.destination(2)),
  });
  const agent = new Agent({ keepAlive: true });
  const bed = {
    name,
    server,
    keys: KEYS,
    services: parts.services,
    client: parts.client,
    call: (path, body, headers) => post(agent, server.port, path, body, headers),
    /** Waits until nothing is due. */
    jobsDone: async () => {
      const pool = new pg.Client({ connectionString: address });
      await pool.connect();
      const due = "select count(*)::int as n from job where due_at <= $1";
      while ((await pool.query(due, [Date.now()])).rows[0].n > 0) await pause(200);
      await pool.end();
    },
    /** How long PostgreSQL's processes have computed for this database, in ms. */
    postgresCpuMs: async () => {
      const query = "select pid from pg_stat_activity where datname = $1";
      const { rows: backends } = await admin.query(query, [name]);
      return backends.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
    },
    size: async () =>
      Number((await admin.query("select pg_database_size($1) as n", [name])).rows[0].n),
    close: async () => {
      agent.destroy();
      await parts.close();
      await server.stop();
    },
  };
  return { ...bed, load: await LOADS[name](bed) };
};

/** Times operations; counts failures, and prints the first one. */
const createTimes = (bed) => {
  const times = [];
  const counts = { failures: 0 };
  return {
    times,
    counts,
    operate: async (since) => {
      try {
        await bed.load.operate();
        times.push(performance.now() - since);
      } catch (failure) {
        if (counts.failures++ === 0) console.error(bed.name, failure);
      }
    },
  };
};

const at = (times, share) => {
  const ascending = Float64Array.from(times).sort();
  return ascending[Math.floor(ascending.length * share)] ?? Number.NaN;
};

/** Runs at full speed; returns operations per second and the CPU of each, in ms. */
const runPeak = async (bed, seconds) => {
  const run = createTimes(bed);
  const before = { server: cpuMsOf(bed.server.pid), postgres: cpuMsOfAll(mainPid) };
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: PEAK_AT_ONCE }, async () => {
      while (performance.now() < end) await run.operate(performance.now());
    }),
  );
  const count = run.times.length;
  const elapsed = performance.now() - began;
  return {
    name: bed.name,
    perSecond: (count * 1000) / elapsed,
    serverMs: (cpuMsOf(bed.server.pid) - before.server) / count,
    postgresMs: (cpuMsOfAll(mainPid) - before.postgres) / count,
    serverBusy: (cpuMsOf(bed.server.pid) - before.server) / elapsed,
    p50: at(run.times, 0.5),
    p99: at(run.times, 0.99),
    failures: run.counts.failures,
  };
};

/** Runs at a constant rate, timing each operation from when it was due; returns the run's measures. */
const runSteady = async (bed, perSecond, minutes) => {
  const run = createTimes(bed);
  const size = await bed.size();
  const before = { server: cpuMsOf(bed.server.pid), postgres: await bed.postgresCpuMs() };
  const began = performance.now();
  const end = began + minutes * 60_000;
  const rss = [rssMbOf(bed.server.pid)];
  const sample = setInterval(() => rss.push(rssMbOf(bed.server.pid)), SAMPLE_MS);
  const underWay = new Set();
  let started = 0;
  while (performance.now() < end) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    while (started < due && underWay.size < MAX_AT_ONCE) {
      const operation = run.operate(began + (started++ * 1000) / perSecond);
      underWay.add(operation);
      void operation.then(() => underWay.delete(operation));
    }
    await pause(TICK_MS);
  }
  await Promise.all(underWay);
  clearInterval(sample);
  const count = run.times.length;
  return {
    name: bed.name,
    perSecond: (count * 1000) / (performance.now() - began),
    asked: perSecond,
    count,
    p50: at(run.times, 0.5),
    p95: at(run.times, 0.95),
    p99: at(run.times, 0.99),
    serverMs: (cpuMsOf(bed.server.pid) - before.server) / count,
    postgresMs: ((await bed.postgresCpuMs()) - before.postgres) / count,
    bytes: ((await bed.size()) - size) / count,
    rssMb: [rss.at(0), rss.at(-1)].map(Math.round),
    failures: run.counts.failures,
    facts: bed.load.facts?.() ?? "",
  };
};

const print = (what, results) => {
  console.log(`\n${what}; load ${loadavg()[0].toFixed(1)}, ${new Date().toISOString()}`);
  console.table(
    results.map((result) =>
      Object.fromEntries(
        Object.entries(result).map(([key, value]) => [
          key,
          typeof value === "number" ? Number(value.toPrecision(3)) : String(value),
        ]),
      ),
    ),
  );
};

const beds = [];
try {
  const peaks = [];
  pin(process.pid, "1");
  pin(mainPid, "1");
  for (const name of names) {
    const bed = await openBed(name);
    beds.push(bed);
    pin(bed.server.pid, "0");
    await runPeak(bed, WARM_UP_SECONDS);
    await bed.jobsDone();
    peaks.push(await runPeak(bed, PEAK_SECONDS));
    await bed.jobsDone();
  }
  print(`alone, as fast as it goes for ${PEAK_SECONDS} s, the server on one processor`, peaks);
  for (const pid of [process.pid, mainPid, ...beds.map(({ server }) => server.pid)])
    pin(pid, "0-1");
  const all = cpuMsOfAll(mainPid);
  const steady = await Promise.all(
    beds.map((bed, n) => runSteady(bed, peaks[n].perSecond * SHARE, MINUTES)),
  );
  print(`all at once for ${MINUTES} min at ${SHARE} of that`, steady);
  const busy = (cpuMsOfAll(mainPid) - all) / (MINUTES * 60_000);
  console.log(`PostgreSQL kept ${busy.toFixed(2)} of a processor busy`);
  if ([...peaks, ...steady].some(({ failures }) => failures > 0)) process.exitCode = 1;
} finally {
  for (const bed of beds) {
    await bed.load.close?.();
    await bed.close();
  }
  await admin.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
