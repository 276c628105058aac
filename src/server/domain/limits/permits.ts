import { setImmediate as nextTurn } from "node:timers/promises";
import type { RateCounters } from "./rate-limiter.ts";

/** A call that is taken out of a bucket, and the number of calls to prefetch with it. */
export type CounterCall = { key: string; perMinute: number; more: number };

/** The wait in ms before a call can be taken, 0 if it was; and the number of further calls that were taken with it. */
export type CounterAnswer = { wait: number; more: number };

/** Takes calls out of buckets that several processes share; resolves with the answers in the order of the calls. */
export type AskCounters = (calls: readonly CounterCall[]) => Promise<readonly CounterAnswer[]>;

/** The port for the buckets of API calls, which processes share; a crash of the database may fill all of them. */
export type CallCounterStore = {
  take(calls: readonly CounterCall[], now: number): Promise<readonly CounterAnswer[]>;
};

type Batch = {
  calls: CounterCall[];
  waiters: { resolve(answer: CounterAnswer): void; reject(failure: unknown): void }[];
};

/**
 * Processes prefetch calls from buckets of at least this size: as many as they expect to use in `AHEAD_MS`,
 * at most `GROWTH` times the calls used since the last request, and at most `MAX_SHARE_OF_BUCKET` of the
 * bucket. After `KEPT_MS` they give up unused calls, which are few if calls arrive evenly.
 */
const LARGE_BUCKET = 600;
const AHEAD_MS = 250;
const GROWTH = 1.5;
const MAX_SHARE_OF_BUCKET = 1 / 30;
const KEPT_MS = 1000;

/** Calls that were taken ahead at a moment: how many, and how many are left. */
type Reserve = { size: number; left: number; at: number };

/** The maximum number of keys for which a process keeps any state. */
const MAX_KEYS = 10_000;

/** Counters of one process that draw on shared buckets, and a method to note that a bucket stays empty for some ms. */
export type Permits = { counters: RateCounters; noteEmpty(key: string, ms: number): void };

/**
 * Counters over buckets that several processes share. Calls of the same turn of the event loop, and calls
 * that arrive while a request to the shared counters is pending, are batched into one request. Calls of large
 * buckets are prefetched, and an empty bucket is not asked again until it has refilled, so that most calls
 * wait for no other process.
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
        // Queued calls fail, too: a call that cannot be answered has waited for a long time.
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

  /** How long a bucket is known to be empty; a clock that was put back ends that. */
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

  /** Returns how many calls to prefetch with the next one. */
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
