import { url as inspectorUrl } from "node:inspector";
import { Worker } from "node:worker_threads";

/**
 * The maximum time of a blocked event loop: twice a lease, after which the process's jobs are lost
 * anyway.
 */
const LIMIT_MS = 60_000;

/**
 * The source of the thread. The thread counts its own ticks, so that a sleeping machine ends no
 * process.
 */
const SOURCE = `
const { workerData: { shared, tickMs, limitMs, line } } = require("node:worker_threads");
const state = new Int32Array(shared);
let last = -1;
let stillMs = 0;
while (Atomics.wait(state, 1, 0, tickMs) === "timed-out") {
  const beat = Atomics.load(state, 0);
  stillMs = beat === last ? stillMs + tickMs : 0;
  last = beat;
  if (stillMs < limitMs) continue;
  require("node:fs").writeSync(2, line);
  process.kill(process.pid, "SIGKILL");
}
`;

/**
 * Starts a thread that kills this process after a blocked event loop. Otherwise a job that never
 * yields would block all requests and jobs forever. The primary process, or the system's
 * supervisor, restarts the process. Returns a function that ends the watch. Does nothing under a
 * debugger.
 */
export const startWatchdog = (limitMs = LIMIT_MS): (() => void) => {
  if (inspectorUrl() !== undefined) return () => {};
  const tickMs = limitMs / 10;
  const state = new Int32Array(new SharedArrayBuffer(8));
  const line = `${JSON.stringify({
    level: 60,
    pid: process.pid,
    msg: `the event loop stood still for ${limitMs / 1000} seconds; the process ends, and its jobs run alone`,
  })}\n`;
  const heartbeat = setInterval(() => Atomics.add(state, 0, 1), tickMs / 2).unref();
  const thread = new Worker(SOURCE, {
    eval: true,
    workerData: { shared: state.buffer, tickMs, limitMs, line },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  thread.unref();
  return () => {
    clearInterval(heartbeat);
    Atomics.store(state, 1, 1);
    Atomics.notify(state, 1);
  };
};
