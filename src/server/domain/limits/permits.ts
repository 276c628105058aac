import { setImmediate as nextTurn } from "node:timers/promises";
import type { RateCounters } from "./rate-limiter.ts";

/** A call to take from a bucket, and the number of calls to prefetch with it. */
export type CounterCall = { key: string; perMinute: number; more: number };

/** The wait in ms before the call can be taken, or 0; and the number of prefetched calls. */
export type CounterAnswer = { wait: number; more: number };

/** Takes calls from shared buckets; resolves with the answers in the order of the calls. */
export type AskCounters = (calls: readonly CounterCall[]) => Promise<readonly CounterAnswer[]>;

/** The port for the shared buckets of API calls. A database crash may refill all buckets. */
export type CallCounterStore = {
  take(calls: readonly CounterCall[], now: number): Promise<readonly CounterAnswer[]>;
};

type Batch = {
  calls: CounterCall[];
  waiters: { resolve(answer: CounterAnswer): void; reject(failure: unknown): void }[];
};

/**
 * Processes prefetch calls from buckets of at least this size: as many as they expect to use in
 * `AHEAD_MS`, at most `GROWTH` times the calls used since the last request, and at most
 * `MAX_SHARE_OF_BUCKET` of the bucket. Unused calls expire after `KEPT_MS`; with even traffic they
 * are few.
 */
const LARGE_BUCKET = 600;
const AHEAD_MS = 250;
const GROWTH = 1.5;
const MAX_SHARE_OF_BUCKET = 1 / 30;
const KEPT_MS = 1000;

/** Prefetched calls: their number, how many are left, and the time. */
type Reserve = { size: number; left: number; at: number };

/** The maximum number of keys for which a process keeps any state. */
const MAX_KEYS = 10_000;

/**
 * Counters of one process on shared buckets, and a method to note that a bucket stays empty for
 * some ms.
 */
export type Permits = { counters: RateCounters; noteEmpty(key: string, ms: number): void };

/**
 * Counters over shared buckets. One request to the shared counters batches the calls of an
 * event-loop turn, and the calls that arrive while a request is pending. Calls of large buckets are
 * prefetched, and an empty bucket is not asked until it has refilled. So most calls wait for no
 * other process.
 */
export const createPermits = (ask: AskCounters, clock: () => number): Permits => {
  const ahead = new Map<string, Reserve>();
  const askingAhead = new Set<string>();
  const emptyTimes = new Map<string, { since: number; until: number }>();
  let next = newBatch();
  let isAsking = false;

  const askInBatches = async (): Promise<void> => {
    await nextTurn();
    while (next.calls.length > 0) {
      const { calls, waiters } = next;
      next = newBatch();
      try {
        const answers = await ask(calls);
        for (const [at, { resolve }] of waiters.entries())
          resolve(answers[at] ?? { wait: 0, more: 0 });
      } catch (failure) {
        // Queued calls fail, too, since an unanswered call has already waited long.
        for (const { reject } of [...waiters, ...next.waiters]) reject(failure);
        next = newBatch();
      }
    }
    isAsking = false;
  };

  const askOnce = (call: CounterCall): Promise<CounterAnswer> =>
    new Promise((resolve, reject) => {
      next.calls.push(call);
      next.waiters.push({ resolve, reject });
      if (isAsking) return;
      isAsking = true;
      void askInBatches();
    });

  const noteEmpty = (key: string, ms: number): void => {
    const since = clock();
    remember(emptyTimes, key, { since, until: since + ms });
  };

  /**
   * The remaining time in ms that a bucket is known to be empty. A clock that was put back resets
   * it.
   */
  const emptyFor = (key: string): number => {
    const { since = 0, until = 0 } = emptyTimes.get(key) ?? {};
    const now = clock();
    return since <= now ? Math.max(0, Math.ceil(until - now)) : 0;
  };

  const takeAhead = (key: string): boolean => {
    const reserve = ahead.get(key);
    if (!reserve || reserve.left === 0 || Math.abs(clock() - reserve.at) > KEPT_MS) return false;
    reserve.left -= 1;
    return true;
  };

  /** Returns the number of calls to prefetch with the next call. */
  const needOf = (key: string, perMinute: number): number => {
    const reserve = ahead.get(key);
    if (!reserve) return 0;
    const used = 1 + reserve.size - reserve.left;
    const soon = (used * AHEAD_MS) / Math.max(1, clock() - reserve.at);
    return Math.floor(Math.min(soon, used * GROWTH, perMinute * MAX_SHARE_OF_BUCKET));
  };

  const askFor = async (key: string, perMinute: number): Promise<number> => {
    const asksAhead = perMinute >= LARGE_BUCKET && !askingAhead.has(key);
    const need = asksAhead ? needOf(key, perMinute) : 0;
    if (asksAhead) askingAhead.add(key);
    try {
      const { wait, more } = await askOnce({ key, perMinute, more: need });
      if (asksAhead) remember(ahead, key, { size: more, left: more, at: clock() });
      if (wait > 0) noteEmpty(key, wait);
      return wait;
    } finally {
      if (asksAhead) askingAhead.delete(key);
    }
  };

  const take = (key: string, perMinute: number): number | Promise<number> => {
    if (takeAhead(key)) return 0;
    const wait = emptyFor(key);
    return wait > 0 ? wait : askFor(key, perMinute);
  };

  return { counters: { take, peek: emptyFor }, noteEmpty };
};

const newBatch = (): Batch => ({ calls: [], waiters: [] });

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  const [oldest] = map.size >= MAX_KEYS ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
