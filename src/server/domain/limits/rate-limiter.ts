import { Fault } from "../fault.ts";
import type { Limit } from "./rate-limits.ts";

/**
 * Where calls are counted. In memory it is one process's count; several processes share one behind the
 * same two calls, which is why they answer promises.
 */
export type RateCounters = {
  /** Takes one call out of a key's bucket; answers 0, or how many ms to wait until there is one. */
  take(key: string, perMinute: number, now: number): Promise<number>;
  /** Like `take`, and takes nothing. */
  peek(key: string, perMinute: number, now: number): Promise<number>;
};

const MINUTE_MS = 60_000;

/** More keys are not kept: then those that are full again go, and then those least used. */
const MOST_KEYS = 50_000;
const SWEEP_PAUSE_MS = 1000;

/**
 * Counts in memory. Every key has a bucket of as many calls as a minute allows, refilled evenly: who
 * comes evenly is never refused, and who comes at once waits no longer than it takes to refill one.
 * A bucket is one number, the moment at which it will be full.
 */
export const createRateCounters = (): RateCounters => {
  const fullAt = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;
  const wait = (key: string, perMinute: number, now: number): number => {
    const missing = Math.max(fullAt.get(key) ?? 0, now) - now;
    return Math.max(0, Math.ceil(missing + MINUTE_MS / perMinute - MINUTE_MS));
  };
  const makeRoom = (now: number): void => {
    if (fullAt.size < MOST_KEYS) return;
    if (now - sweptAt >= SWEEP_PAUSE_MS) {
      sweptAt = now;
      for (const [key, full] of fullAt) if (full <= now) fullAt.delete(key);
    }
    for (const oldest of fullAt.keys()) {
      if (fullAt.size < MOST_KEYS) return;
      fullAt.delete(oldest);
    }
  };
  return {
    peek: async (key, perMinute, now) => wait(key, perMinute, now),
    take: async (key, perMinute, now) => {
      const ms = wait(key, perMinute, now);
      if (ms > 0) return ms;
      const full = Math.max(fullAt.get(key) ?? 0, now) + MINUTE_MS / perMinute;
      // Put behind all others, so that the first key is the one that was not used for longest.
      fullAt.delete(key);
      makeRoom(now);
      fullAt.set(key, full);
      return 0;
    },
  };
};

/** Refuses calls beyond a limit, each with the time after which the next one is let through. */
export type RateLimiter = {
  /** Takes a call, or throws the limit's code. */
  pass(key: string, limit: Limit): Promise<void>;
  /** Throws the limit's code where no call is left, and takes none. */
  check(key: string, limit: Limit): Promise<void>;
};

/** A limiter over counters. */
export const createRateLimiter = (counters: RateCounters, clock: () => number): RateLimiter => ({
  pass: async (key, limit) =>
    refuseAfter(await counters.take(key, limit.perMinute, clock()), limit),
  check: async (key, limit) =>
    refuseAfter(await counters.peek(key, limit.perMinute, clock()), limit),
});

/** A limiter that lets every call through. */
export const UNLIMITED: RateLimiter = { pass: async () => {}, check: async () => {} };

function refuseAfter(waitMs: number, { code }: Limit): void {
  if (waitMs > 0) throw new Fault(code, { retryAfterMs: waitMs });
}
