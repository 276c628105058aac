import { Fault } from "../fault.ts";
import type { Limit } from "./rate-limits.ts";

/**
 * The counters of a rate limiter. In memory they belong to one process; with several processes they are those
 * of the primary process, of the store or of Redis, so that a limit holds across processes.
 */
export type RateCounters = {
  /** Takes one call out of a key's bucket; returns 0, or the wait until there is one, in ms. */
  take(key: string, perMinute: number, now: number): Wait;
  /** Like `take`, and takes nothing. */
  peek(key: string, perMinute: number, now: number): Wait;
};

/** In ms; synchronous if the counter is in this process. */
type Wait = number | Promise<number>;

/** The maximum number of keys in memory: beyond it full buckets are dropped, and then the least recently used. */
const MAX_KEYS = 50_000;
const SWEEP_PAUSE_MS = 1000;

/**
 * Token buckets in memory. Every key has a bucket of as many calls as a minute allows, refilled evenly:
 * an even caller is never refused, and after a burst the wait is the time to refill one call. A bucket
 * is one number: the moment at which it will be full, in microseconds.
 *
 * Our own, since rate-limiter-flexible counts in fixed windows, so that two in a row allow twice the limit,
 * and makes tables of its own in a database. The same number serves in memory, in the store and in Redis.
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
      // Reinserted last, so that the first key is the least recently used. While there is room enough that is
      // not needed: a Map leaves its old tables to the garbage collector, each of them holds the next one.
      if (fullAt.size > MAX_KEYS / 2) fullAt.delete(key);
      evict(now);
      fullAt.set(key, full);
      return 0;
    },
  };
};

/** Refuses calls beyond a limit, with the time after which the next one is allowed. */
export type RateLimiter = {
  /** Takes a call, or rejects with the limit's code. */
  pass(key: string, limit: Limit): void | Promise<void>;
  /** Takes a call for each of several limits at once; rejects with the code of the first one that refuses. */
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

/** A token bucket, in microseconds: the step of one call, and its size. */
export type TokenBucket = { step: number; size: number };

const MINUTE_US = 60_000_000;

/**
 * Returns the bucket of a limit. It stores only the time at which it will be full: a call moves
 * that time by a step, and is allowed while the time is at most the size less a step away. The step
 * is rounded up, so that a burst is exactly the limit and no refill is faster.
 */
export const tokenBucket = (perMinute: number): TokenBucket => {
  const step = Math.ceil(MINUTE_US / perMinute);
  return { step, size: step * perMinute };
};

/** The tolerated difference between the clocks of machines that share buckets. */
export const TOLERANCE_US = MINUTE_US;

/**
 * The time beyond which `full_at` cannot be right, so that the clock was put back since: the bucket counts as
 * full then.
 */
export const beyondBucket = ({ size }: TokenBucket, nowUs: number): number =>
  nowUs + size + TOLERANCE_US;

/** Returns the wait until the bucket has a call, in ms; 0 if it has one. */
export const waitOf = (bucket: TokenBucket, fullAtUs: number, nowUs: number): number => {
  if (fullAtUs > beyondBucket(bucket, nowUs)) return 0;
  const { step, size } = bucket;
  return Math.max(0, Math.ceil((Math.max(fullAtUs, nowUs) - nowUs + step - size) / 1000));
};
