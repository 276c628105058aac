import cluster, { type Worker } from "node:cluster";
import { createRateCounters } from "../../server/domain/limits/rate-limiter.ts";
import { createLog } from "../../server/host/create-log.ts";
import { serveClusterMetrics } from "../../server/host/open-telemetry.ts";
import type { Settings } from "../../server/host/settings/settings.ts";
import { limitHeap } from "../heap-limits.ts";
import { createLoadBalance } from "./load-balance.ts";
import { explainRefusal, freePort } from "./port.ts";
import { answerCount } from "./primary-counters.ts";
import {
  type FromPrimary,
  type ProcessRole,
  ROLE_VARIABLE,
  type ToPrimary,
} from "./process-messages.ts";

/**
 * The pauses before an ended process is replaced. The pause doubles until a process has run for a
 * while.
 */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
const MIN_RUN_MS = 10_000;

/** The time limit for the processes to stop. They first give up their requests and jobs. */
const STOP_LIMIT_MS = 15_000;

/**
 * Serves with several processes at one port. The first process starts alone, migrates the store,
 * and reports why it cannot start; then this process ends. A process that ends later is replaced. A
 * signal stops all processes.
 */
export const startPrimary = async (settings: Settings): Promise<void> => {
  const log = createLog(settings.logLevel);
  const port = await freePort(settings).catch(async (failure: Error) => {
    throw await explainRefusal(failure, settings);
  });
  // Each process accepts connections itself. If this process distributed connections, a process
  // killed before accepting a connection would leave its client waiting forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const counters = createRateCounters();
  const balance = createLoadBalance(settings.processes, performance.now.bind(performance));
  let settle = (): void => {};
  const firstStart = new Promise<void>((resolve) => {
    settle = resolve;
  });
  let demoOrigin: string | null = null;
  let brand: ProcessRole["brand"] = null;
  let isReady = false;
  let isStopping = false;

  const start = (number: number, pause = FIRST_PAUSE_MS, isReplacement = false): void => {
    const role: ProcessRole = { number, isReplacement, port, demoOrigin, brand };
    const beginning = performance.now();
    const one = cluster.fork({ [ROLE_VARIABLE]: JSON.stringify(role) });
    one.on("message", (message: ToPrimary) => {
      switch (message.type) {
        case "ready":
          if (number === 1) ({ demoOrigin, brand } = message);
          return settle();
        case "jobs":
          return tell(processOf.get(1), { type: "jobs" });
        case "load": {
          const connections = balance.surplusOf(number, message.load);
          return connections > 0 ? tell(one, { type: "surplus", connections }) : undefined;
        }
        case "count":
          return void answerCount(counters, message, Date.now()).then(({ answer, empty }) => {
            tell(one, answer);
            if (empty) for (const other of processOf.values()) tell(other, empty);
          });
      }
    });
    one.once("exit", (code, signal) => {
      processOf.delete(number);
      if (isStopping) return settle();
      // The process has printed the reason.
      if (!isReady) process.exit(code || 1);
      const ran = performance.now() - beginning;
      const next = ran > MIN_RUN_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS);
      log.error({ process: number, childPid: one.process.pid, code, signal, inMs: pause }, ENDED);
      setTimeout(() => isStopping || start(number, next, true), pause);
    });
    processOf.set(number, one);
  };

  const stop = (): void => {
    for (const worker of processOf.values()) tell(worker, { type: "stop", isUrgent: isStopping });
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      for (const worker of processOf.values()) worker.process.kill("SIGKILL");
    }, settings.drainMs + STOP_LIMIT_MS).unref();
  };

  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  if (settings.tls)
    process.on("SIGHUP", () => {
      // A signal would end a process that is still starting, so a message is sent.
      for (const worker of processOf.values()) tell(worker, { type: "certificate" });
    });
  await serveClusterMetrics(settings, log);
  start(1);
  await firstStart;
  limitHeap();
  isReady = true;
  for (let number = 2; number <= settings.processes && !isStopping; number++) start(number);
};

/** The running processes, by their numbers. */
const processOf = new Map<number, Worker>();

const ENDED = "a process ended, and is replaced";

/** Sends a message, except to a process that has just ended. */
function tell(worker: Worker | undefined, message: FromPrimary): void {
  if (worker?.isConnected()) worker.send(message, () => {});
}
