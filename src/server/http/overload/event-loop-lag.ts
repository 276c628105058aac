import type { Server } from "node:http";

/** How often it is looked at how late the event loop is, in ms. */
const LOOK_MS = 100;

/**
 * Measures how late the event loop is while a server listens, in ms: by how much a timer is overdue, or was in this
 * turn of the loop, whose requests came in while it was. `monitorEventLoopDelay` has percentiles of the past only.
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
