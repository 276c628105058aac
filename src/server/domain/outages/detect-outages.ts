import type { Outage, OutageChange } from "./outage.ts";
import { COUNT_MS, type RequestCount, startOfCount } from "./request-counter.ts";

/**
 * An outage begins once fewer than half of so many requests, in a quarter of an hour, have succeeded, and of
 * the newest ones, too: what failed before an outage ended begins no other one.
 */
const MIN_REQUESTS = 10;
const DOWN_BELOW = 0.5;
const WINDOW_MS = 15 * 60_000;

/** It ends once four of five succeed again, of what was asked since the five minutes before these. */
const MIN_RESPONSES = 3;
const UP_FROM = 0.8;

/** Since when counts matter to what is judged now. */
export const windowStart = (now: number): number => startOfCount(now - WINDOW_MS);

/**
 * The outages that begin and end by what was counted. More must succeed for the end of one than must fail
 * for its beginning, so that an institution in between is told of once.
 */
export const detectOutages = (
  counts: readonly RequestCount[],
  current: readonly Outage[],
  now: number,
): OutageChange[] => {
  const groups = new Map<string, RequestCount[]>();
  for (const count of counts) {
    const own = groups.get(keyOf(count));
    if (own) own.push(count);
    else groups.set(keyOf(count), [count]);
  }
  return [...groups].flatMap(([key, own]): OutageChange[] => {
    const newest = total(own.filter(({ from }) => from >= startOfCount(now) - COUNT_MS));
    const outage = current.find((one) => keyOf(one) === key);
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

const keyOf = ({ institutionId, kind }: Pick<Outage, "institutionId" | "kind">): string =>
  `${kind} ${institutionId}`;

/** How many requests there were, and the share of them that succeeded. */
export const total = (
  counts: readonly Pick<RequestCount, "succeeded" | "failed">[],
): { all: number; rate: number } => {
  const successes = counts.reduce((sum, count) => sum + count.succeeded, 0);
  const all = counts.reduce((sum, count) => sum + count.failed, successes);
  return { all, rate: all === 0 ? 1 : successes / all };
};
