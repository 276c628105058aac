import { get } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { Observe } from "../traffic/call.ts";

/** How callers fare during a disturbance. */
export type Watch = {
  /** Hears of each call. */
  observe: Observe;
  /** The end of the last failed call, by `performance.now()`; null if no call failed. */
  lastErrorAt(): number | null;
  /** The number of calls with an internal error. */
  internalErrors(): number;
  /** The number of calls per status; status 0 means no response. */
  statuses(): Record<string, number>;
  longestMs(): number;
  /** The longest time of a health check. */
  healthMs(): number;
  /** Ends the health checks. */
  stop(): Promise<void>;
};

const CHECK_MS = 50;

/** Records calls, and checks the health of the servers at these ports continuously. */
export const startWatch = (ports: readonly number[]): Watch => {
  const statuses: Record<string, number> = {};
  let lastErrorAt: number | null = null;
  let longestMs = 0;
  let healthMs = 0;
  let isOver = false;
  const check = async (port: number) => {
    while (!isOver) {
      healthMs = Math.max(healthMs, await timeHealth(port));
      await setTimeout(CHECK_MS);
    }
  };
  const checks = ports.map(check);
  // `stop` reports a failure.
  for (const running of checks) running.catch(() => undefined);
  return {
    observe: (status, ms) => {
      statuses[status ?? 0] = (statuses[status ?? 0] ?? 0) + 1;
      longestMs = Math.max(longestMs, ms);
      if (status === null || status >= 500) lastErrorAt = performance.now();
    },
    lastErrorAt: () => lastErrorAt,
    internalErrors: () => statuses[500] ?? 0,
    statuses: () => statuses,
    longestMs: () => longestMs,
    healthMs: () => healthMs,
    stop: async () => {
      isOver = true;
      await Promise.all(checks);
    },
  };
};

const timeHealth = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    get({ host: "127.0.0.1", port, path: "/healthz" }, (response) => {
      response.resume().once("end", () => resolve(performance.now() - start));
    }).once("error", reject);
  });
