import type { FastifyBaseLogger } from "fastify";
import { createRateCounters, type RateCounters } from "../domain/limits/rate-limiter.ts";
import type { Store } from "../domain/store.ts";
import type { Settings } from "./settings/settings.ts";

type Options = {
  settings: Pick<Settings, "rateCounters" | "redisUrl">;
  store: Pick<Store, "rateCounters">;
  log: FastifyBaseLogger;
  /** Those of the process that started this one and others beside it. */
  primary: RateCounters | undefined;
};

/**
 * The counters of rate limits: those of Redis or of the store, which any number of machines share; otherwise
 * those of the primary process, or of this one where it is alone.
 */
export const openRateCounters = async ({
  settings: { rateCounters, redisUrl },
  store,
  log,
  primary,
}: Options): Promise<{ counters: RateCounters; close(): Promise<void> }> => {
  if (redisUrl !== undefined) {
    const { createRedisCounters } = await import("../adapters/redis-counters.ts");
    const fallback = createRateCounters();
    const counters = await createRedisCounters({ url: redisUrl, fallback, log });
    return { counters, close: counters.close };
  }
  const counters =
    rateCounters === "store" ? store.rateCounters : (primary ?? createRateCounters());
  return { counters, close: async () => {} };
};
