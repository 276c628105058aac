import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { z } from "zod";
import { startWatchdog } from "../../cli/watchdog.ts";
import { wait } from "../../server/adapters/timers.ts";
import { openServices } from "../../server/host/open-services.ts";
import { readSettings } from "../../server/host/settings/settings.ts";
import { job } from "../../server/jobs/job.ts";
import { createWorker, WORKER_LIMITS } from "../../server/jobs/worker.ts";

/**
 * A worker in a separate process with a fast clock and with jobs that end the process. The worker
 * writes the start and the end of each job, and runs until it is killed.
 */
const [folder = "", began = "", speed = "", lease = "", watchdogMs = ""] = process.argv.slice(2);
const clock = () => Number(began) + (Date.now() - Number(began)) * Number(speed);

const write = (...words: (string | number)[]) =>
  appendFileSync(join(folder, "jobs.log"), `${[process.pid, ...words].join(" ")}\n`);

const deeds: Record<string, () => Promise<void>> = {
  tick: () => new Promise((resolve) => setTimeout(resolve, 5)),
  spin: async () => {
    for (;;);
  },
  hog: async () => {
    for (const all: string[][] = []; ; ) all.push(Array.from({ length: 10_000 }, (_, n) => `${n}`));
  },
  kill: async () => {
    process.kill(process.pid, "SIGKILL");
  },
};

const deed = job({
  name: "deed",
  schema: z.strictObject({ n: z.int(), kind: z.string() }),
  run: async ({ n, kind }) => {
    write("begins", kind, n);
    await deeds[kind]?.();
    write("ends", kind, n);
    return { done: true };
  },
});

const settings = readSettings({ data: folder }, process.env);
const log = pino({ level: "silent" });
const { services } = await openServices(settings, { log, clock });
startWatchdog(Number(watchdogMs));
createWorker({
  services,
  kinds: [deed],
  wait: (ms, signal) => wait(ms / Number(speed), signal),
  report: () => {},
  limits: { ...WORKER_LIMITS, lease: Number(lease), concurrency: 200, perLane: 200 },
}).start();
