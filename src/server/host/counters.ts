import type { FastifyBaseLogger } from "fastify";
import { createPermits } from "../domain/limits/permits.ts";
import { createRateCounters, type RateCounters } from "../domain/limits/rate-limiter.ts";
import type { Timers } from "../domain/runtime.ts";
import type { Store } from "../domain/store.ts";
import type { FailureLog } from "./create-failure-log.ts";
import type { Settings } from "./settings/settings.ts";

/** A killed process loses the counts of this time. */
const FLUSH_EVERY_MS = 1000;

/**
 * Writes the counts of calls each second and at the end, so that no request waits for a write. A
 * killed process loses its last second; no unanswered call is billed. A failed batch keeps its
 * number and is retried with the next batch, since the failed batch may have been committed.
 */
export const startCountFlush = <Count>(
  counter: { drain(): Count[] },
  store: { add(counts: readonly Count[], number: number): Promise<void> },
  { failures, every }: { failures: FailureLog } & Pick<Timers, "every">,
): { flush(): Promise<void>; stop(): Promise<void> } => {
  const pending: { counts: Count[]; number: number }[] = [];
  let lastNumber = 0;
  let lastWrite = Promise.resolve();
  const write = async (): Promise<void> => {
    const counts = counter.drain();
    if (counts.length > 0) pending.push({ counts, number: ++lastNumber });
    try {
      for (const { counts, number } of [...pending]) {
        await store.add(counts, number);
        pending.shift();
      }
    } catch (failure) {
      failures.error({ err: failure }, "counts of calls cannot be written yet");
    }
  };
  const flush = () => {
    lastWrite = lastWrite.then(write);
    return lastWrite;
  };
  const stopTimer = every(FLUSH_EVERY_MS, flush);
  return {
    flush,
    stop: () => {
      stopTimer();
      return flush();
    },
  };
};

type Options = {
  settings: Pick<Settings, "rateCounters" | "redisUrl">;
  store: Pick<Store, "rateCounters" | "callCounters">;
  clock: () => number;
  log: FastifyBaseLogger;
  /** The counters of the primary process, shared with its other processes. */
  primary: RateCounters | undefined;
};

/**
 * The counters of rate limits. Redis or the store shares counters between machines; otherwise the
 * primary process does, or a lone process counts for itself. `calls` counts the calls of the API.
 */
export const openRateCounters = async ({
  settings: { rateCounters, redisUrl },
  store,
  clock,
  log,
  primary,
}: Options): Promise<{ guards: RateCounters; calls: RateCounters; close(): Promise<void> }> => {
  if (redisUrl !== undefined) {
    const { createRedisCounters } = await import("../adapters/redis-counters.ts");
    const fallback = createRateCounters();
    const counters = await createRedisCounters({ url: redisUrl, fallback, log });
    return { guards: counters, calls: counters, close: counters.close };
  }
  const close = async () => {};
  if (rateCounters === "store") {
    const { counters } = createPermits((calls) => store.callCounters.take(calls, clock()), clock);
    return { guards: store.rateCounters, calls: counters, close };
  }
  const counters = primary ?? createRateCounters();
  return { guards: counters, calls: counters, close };
};
