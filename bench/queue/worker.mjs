// A worker process of a queue: the server's services and worker with a nearly empty kind of job, or
// the baseline's loop. Runs until killed or stopped, and reports its work to its parent.

import pg from "pg";
import { pino } from "pino";
import { z } from "zod";
import {
  createWorker,
  job,
  openServices,
  readSettings,
  WORKER_LIMITS,
  wait,
} from "../../dist/bench/parts.js";
import { runBaseline } from "./baseline.mjs";

const REPORT_MS = 50;

const { folder, limits, records, baseline } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: process.env.RECORD_URL, max: 4 });
pool.on("error", () => {});
let count = 0;
let clockOffset = 0;
let began = process.cpuUsage();

const record = (n) => pool.query("insert into run (n, pid) values ($1, $2)", [n, process.pid]);

const tick = job({
  name: "tick",
  schema: z.strictObject({ n: z.int() }),
  run: async ({ n }) => {
    if (records) await record(n);
    count += 1;
    return { done: true };
  },
});

const startWorker = async () => {
  const clock = () => Date.now() + clockOffset;
  const log = pino({ level: "fatal" }, pino.destination(2));
  const parts = await openServices(readSettings({ data: folder }, process.env), { log, clock });
  const failures = new Set();
  const worker = createWorker({
    services: parts.services,
    kinds: [tick],
    wait,
    report: (failure) => void failures.add(String(failure?.message ?? failure)),
    limits: { ...WORKER_LIMITS, ...limits },
  });
  return {
    start: worker.start,
    stop: async () => {
      await worker.stop();
      await parts.close();
      await pool.end();
      return [...failures];
    },
  };
};

const startBaseline = async () => {
  let isStopped = false;
  let loop;
  return {
    start: () => {
      loop = runBaseline(pool, {
        isStopped: () => isStopped,
        done: (jobs) => {
          count += jobs;
        },
      });
    },
    stop: async () => {
      isStopped = true;
      await loop;
      await pool.end();
      return [];
    },
  };
};

const worker = await (baseline ? startBaseline() : startWorker());
process.on("message", async (message) => {
  if (message.type === "start") {
    began = process.cpuUsage();
    worker.start();
  }
  if (message.type === "jump") clockOffset += message.ms;
  if (message.type === "stop") {
    const { user, system } = process.cpuUsage(began);
    const failures = await worker.stop();
    process.send({ type: "stopped", count, failures, cpuMs: (user + system) / 1000 });
    process.disconnect();
  }
});
setInterval(() => process.connected && process.send({ type: "count", count }), REPORT_MS).unref();
process.send({ type: "ready" });
