import { Fault } from "../fault.ts";
import type { Limit } from "./rate-limits.ts";

/**
 * The counters of a rate limiter: in memory for a single process; otherwise in the primary process,
 * the store or Redis, so that a limit holds across processes.
 */
export type RateCounters = {
  /** Takes a call from a key's bucket; returns 0, or the wait for the next call in ms. */
  take(key: string, perMinute: number, now: number): Wait;
  /** Like `take`, without taking a call. */
  peek(key: string, perMinute: number, now: number): Wait;
};

/** A wait in ms; synchronous for a counter in this process. */
type Wait = number | Promise<number>;

/**
 * The maximum number of keys in memory. Above it, full buckets are dropped first, then the least
 * recently used.
 */
const MAX_KEYS = 50_000;
const SWEEP_PAUSE_MS = 1000;

/**
 * Token buckets in memory. A key's bucket holds a minute's calls and refills evenly: even traffic
 * is never refused, and after a burst the wait is the refill time of one call. A bucket is one
 * number, the time at which it will be full, in microseconds. Our own code: rate-limiter-flexible
 * counts in fixed windows, which allow twice the limit across a boundary, and creates its own
 * database tables. The same number works in memory, in the store and in Redis.
 */
export const createRateCounters = (): RateCounters => {
  const fullAt = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;
  const wait = (key: string, perMinute: number, now: number): number =>
    waitOf(tokenBucket(perMinute), fullAt.get(key) ?? 0, now * 1000);
  const evict = (now: number): void => {
    if (fullAt.size < MAX_KEYS) return;
    if (Math.abs(now - sweptAt) >= SWEEP_PAUSE_MS) {
      sweptAt = now;
      for (const [key, full] of fullAt) if (full <= now * 1000) fullAt.delete(key);
    }
    for (const oldest of fullAt.keys()) {
      if (fullAt.size < MAX_KEYS) return;
      fullAt.delete(oldest);
    }
  };
  return {
    peek: wait,
    take: (key, perMinute, now) => {
      const ms = wait(key, perMinute, now);
      if (ms > 0) return ms;
      const bucket = tokenBucket(perMinute);
      const last = fullAt.get(key) ?? 0;
      const isOfUse = last > now * 1000 && last <= beyondBucket(bucket, now * 1000);
      const full = (isOfUse ? last : now * 1000) + bucket.step;
      // Reinserts the key last, so that the first key is the least recently used. Skipped while
      // there is room, since a Map leaves each outgrown table to the garbage collector, linked to
      // the next one.
      if (fullAt.size > MAX_KEYS / 2) fullAt.delete(key);
      evict(now);
      fullAt.set(key, full);
      return 0;
    },
  };
};

/** Refuses calls above a limit, with the time until the next allowed call. */
export type RateLimiter = {
  /** Takes a call, or rejects with the limit's code. */
  pass(key: string, limit: Limit): void | Promise<void>;
  /** Takes a call for each of several limits; rejects with the code of the first refusal. */
  passAll(calls: readonly LimitedCall[]): void | Promise<void>;
  /** Like `pass`, without taking a call. */
  check(key: string, limit: Limit): void | Promise<void>;
};

/** A call that counts against a limit under a key. */
export type LimitedCall = { key: string; limit: Limit };

/** A limiter over counters. */
export const createRateLimiter = (counters: RateCounters, clock: () => number): RateLimiter => ({
  pass: (key, limit) => refuseAfter(counters.take(key, limit.perMinute, clock()), limit),
  passAll: (calls) => {
    const pending: Promise<void>[] = [];
    for (const { key, limit } of calls) {
      const wait = counters.take(key, limit.perMinute, clock());
      const passed = refuseAfter(wait, limit);
      if (passed) pending.push(passed);
      if (typeof wait === "number" && wait > 0) break;
    }
    return pending.length > 0 ? Promise.all(pending).then(() => {}) : undefined;
  },
  check: (key, limit) => refuseAfter(counters.peek(key, limit.perMinute, clock()), limit),
});

/** A limiter that allows every call. */
export const UNLIMITED: RateLimiter = { pass: () => {}, passAll: () => {}, check: () => {} };

function refuseAfter(wait: Wait, limit: Limit): void | Promise<void> {
  if (typeof wait !== "number") return wait.then((ms) => refuseAfter(ms, limit));
  if (wait > 0) return Promise.reject(new Fault(limit.code, { retryAfterMs: wait }));
}

/** A token bucket, in microseconds: the step per call, and its size. */
export type TokenBucket = { step: number; size: number };

const MINUTE_US = 60_000_000;

/**
 * Returns the bucket of a limit. The bucket stores only the time at which it will be full. A call
 * moves that time by a step, and is allowed while the time is at most the size less a step ahead.
 * The step is rounded up, so that a burst never exceeds the limit.
 */
export const tokenBucket = (perMinute: number): TokenBucket => {
  const step = Math.ceil(MINUTE_US / perMinute);
  return { step, size: step * perMinute };
};

/** The tolerated difference between the clocks of machines that share buckets. */
export const TOLERANCE_US = MINUTE_US;

/**
 * The latest possible `full_at`. A later one means that the clock was put back, and the bucket
 * counts as full.
 */
export const beyondBucket = ({ size }: TokenBucket, nowUs: number): number =>
  nowUs + size + TOLERANCE_US;

/** Returns the wait in ms until the bucket has a call, or 0. */
export const waitOf = (bucket: TokenBucket, fullAtUs: number, nowUs: number): number => {
  if (fullAtUs > beyondBucket(bucket, nowUs)) return 0;
  const { step, size } = bucket;
  return Math.max(0, Math.ceil((Math.max(fullAtUs, nowUs) - nowUs + step - size) / 1000));
};
