import type { FastifyBaseLogger } from "fastify";
import type { Meter } from "./domain/limits/meter.ts";
import type { Usage } from "./domain/limits/usage.ts";
import type { Store } from "./domain/store.ts";

/** A killed process loses the counts of this time. */
const FLUSH_EVERY_MS = 1000;

/**
 * Writes the counts of a meter each second and once more at the end, so that requests wait for no write.
 * A killed process loses its last second, so that no call is billed without an answer. A batch that
 * cannot be written is retried with the next one.
 */
export const startUsageFlush = (
  meter: Meter,
  { usage }: Store,
  log: FastifyBaseLogger,
): { flush(): Promise<void>; stop(): Promise<void> } => {
  const pending: Usage[][] = [];
  let lastWrite = Promise.resolve();
  const write = async (): Promise<void> => {
    const counts = meter.drain();
    if (counts.length > 0) pending.push(counts);
    try {
      for (const batch of [...pending]) {
        await usage.add(batch);
        pending.shift();
      }
    } catch (failure) {
      log.error({ err: failure }, "usage cannot be written yet");
    }
  };
  const flush = () => {
    lastWrite = lastWrite.then(write);
    return lastWrite;
  };
  const timer = setInterval(flush, FLUSH_EVERY_MS).unref();
  return {
    flush,
    stop: () => {
      clearInterval(timer);
      return flush();
    },
  };
};
