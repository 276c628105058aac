import type { Outage, OutageChange } from "./outage.ts";
import { COUNT_MS, type RequestCount, startOfCount } from "./request-counter.ts";

/**
 * An outage begins if fewer than half of at least this many requests in 15 minutes succeed, and
 * also fewer than half of the newest. Failures from before an outage's end begin no other outage.
 */
const MIN_REQUESTS = 10;
const DOWN_BELOW = 0.5;
const WINDOW_MS = 15 * 60_000;

/**
 * An outage ends once four of five requests succeed, in the current and the previous five minutes.
 */
const MIN_RESPONSES = 3;
const UP_FROM = 0.8;

/** The start of the window of relevant counts. */
export const windowStart = (now: number): number => startOfCount(now - WINDOW_MS);

/**
 * Returns the outages that begin and end. The threshold to end an outage is higher than the
 * threshold to begin one, so that a borderline institution causes one alert.
 */
export const detectOutages = (
  counts: readonly RequestCount[],
  current: readonly Outage[],
  now: number,
): OutageChange[] => {
  const groups = new Map<string, RequestCount[]>();
  for (const count of counts) {
    const group = groups.get(toKey(count));
    if (group) group.push(count);
    else groups.set(toKey(count), [count]);
  }
  return [...groups].flatMap(([key, own]): OutageChange[] => {
    const newest = total(own.filter(({ from }) => from >= startOfCount(now) - COUNT_MS));
    const outage = current.find((candidate) => toKey(candidate) === key);
    if (outage) {
      const isOver = newest.all >= MIN_RESPONSES && newest.rate >= UP_FROM;
      return isOver ? [{ outage: { ...outage, endedAt: now }, successRate: newest.rate }] : [];
    }
    const { all, rate } = total(own);
    if (all < MIN_REQUESTS || rate >= DOWN_BELOW || newest.rate >= DOWN_BELOW) return [];
    return own.slice(0, 1).map(({ institutionId, kind }) => ({
      outage: { institutionId, kind, beganAt: now, endedAt: null },
      successRate: rate,
    }));
  });
};

const toKey = ({ institutionId, kind }: Pick<Outage, "institutionId" | "kind">): string =>
  `${kind} ${institutionId}`;

/** Returns the number of requests, and the share that succeeded. */
export const total = (
  counts: readonly Pick<RequestCount, "succeeded" | "failed">[],
): { all: number; rate: number } => {
  const successes = counts.reduce((sum, count) => sum + count.succeeded, 0);
  const all = counts.reduce((sum, count) => sum + count.failed, successes);
  return { all, rate: all === 0 ? 1 : successes / all };
};
