import type { Server } from "node:http";

/** Sampling interval of the event loop's lag, in ms. */
const LOOK_MS = 100;

/**
 * Measures the event loop's lag in ms while a server listens: how late a timer is, or was in this
 * turn, whose requests arrived during the lag. `monitorEventLoopDelay` only has percentiles of the
 * past.
 */
export const watchLag = (server: Server): (() => number) => {
  let dueAt = Number.POSITIVE_INFINITY;
  let latest = 0;
  server.once("listening", () => {
    dueAt = performance.now() + LOOK_MS;
    const timer = setInterval(() => {
      const now = performance.now();
      latest = Math.max(0, now - dueAt);
      dueAt = now + LOOK_MS;
      setImmediate(() => {
        latest = 0;
      });
    }, LOOK_MS).unref();
    server.once("close", () => {
      clearInterval(timer);
      dueAt = Number.POSITIVE_INFINITY;
    });
  });
  return () => Math.max(latest, performance.now() - dueAt, 0);
};
