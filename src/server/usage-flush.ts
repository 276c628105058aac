import type { FastifyBaseLogger } from "fastify";
import type { Meter } from "./domain/limits/meter.ts";
import type { Usage } from "./domain/limits/usage.ts";
import type { Store } from "./domain/store.ts";

/** What was counted may be lost for this long when the process is killed. */
const FLUSH_EVERY_MS = 1000;

/**
 * Writes what a meter counted, each second and once more at the end. Reads wait for no write this
 * way; a process that is killed forgets its last second, so that never a call is billed that was not
 * answered. What cannot be written is kept for the next time.
 */
export const startUsageFlush = (
  meter: Meter,
  { usage }: Store,
  log: FastifyBaseLogger,
): { flush(): Promise<void>; stop(): Promise<void> } => {
  const waiting: Usage[][] = [];
  let writing = Promise.resolve();
  const write = async (): Promise<void> => {
    const counted = meter.drain();
    if (counted.length > 0) waiting.push(counted);
    try {
      for (const batch of [...waiting]) {
        await usage.add(batch);
        waiting.shift();
      }
    } catch (failure) {
      log.error({ err: failure }, "usage cannot be written yet");
    }
  };
  const flush = () => {
    writing = writing.then(write);
    return writing;
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
