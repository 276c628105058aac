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

/** The pauses before a process that ended is replaced: doubled each time, until one has run for a while. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
const MIN_RUN_MS = 10_000;

/** How long the processes may take to stop; each gives up its requests and jobs before. */
const STOP_LIMIT_MS = 15_000;

/**
 * Serves by several processes, which share one port. The first one starts alone: it brings the store up to
 * date, and reports the reason if it cannot start, which then ends this process. A process that ends later is
 * replaced. A signal stops all of them.
 */
export const startPrimary = async (settings: Settings): Promise<void> => {
  const log = createLog(settings.logLevel);
  const port = await freePort(settings).catch(async (failure: Error) => {
    throw await explainRefusal(failure, settings);
  });
  // Each process accepts connections itself. If this process handed them out, a process killed before
  // accepting one would leave its client waiting forever.
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
      // Not by a signal: it would end a process that is about to start.
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

/** A process that has just ended receives nothing. */
function tell(worker: Worker | undefined, message: FromPrimary): void {
  if (worker?.isConnected()) worker.send(message, () => {});
}
