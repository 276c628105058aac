import {
  type AskCounters,
  type CounterAnswer,
  createPermits,
} from "../../server/domain/limits/permits.ts";
import type { RateCounters } from "../../server/domain/limits/rate-limiter.ts";
import type { FromPrimary, ToPrimary } from "./process-messages.ts";

/**
 * A cluster worker's access to the primary process's counters. The primary reports empty buckets.
 */
export const createPrimaryCounters = (
  send: (message: ToPrimary) => void,
  clock: () => number = performance.now.bind(performance),
) => {
  const waiters = new Map<number, (answers: readonly CounterAnswer[]) => void>();
  let id = 0;
  const ask: AskCounters = (calls) =>
    new Promise((resolve) => {
      waiters.set(++id, resolve);
      send({ type: "count", id, calls });
    });
  const { counters, noteEmpty } = createPermits(ask, clock);
  return {
    counters,
    /** Takes the state of the primary process's buckets. */
    receive: (message: Extract<FromPrimary, { type: "counts" | "empty" }>): void => {
      if (message.type === "empty") {
        for (const [key, ms] of message.waits) noteEmpty(key, ms);
        return;
      }
      waiters.get(message.id)?.(message.answers);
      waiters.delete(message.id);
    },
  };
};

/**
 * Responds to a `count` from the primary process's counters, and reports the buckets that the count
 * emptied.
 */
export const answerCount = async (
  counters: RateCounters,
  { id, calls }: Extract<ToPrimary, { type: "count" }>,
  now: number,
): Promise<{ answer: FromPrimary; empty: FromPrimary | null }> => {
  const answers: CounterAnswer[] = [];
  const waits: [string, number][] = [];
  for (const { key, perMinute, more } of calls) {
    const wait = await counters.take(key, perMinute, now);
    let count = 0;
    while (wait === 0 && count < more && (await counters.take(key, perMinute, now)) === 0) count++;
    answers.push({ wait, more: count });
    const ms = wait === 0 ? await counters.peek(key, perMinute, now) : 0;
    if (ms > 0) waits.push([key, ms]);
  }
  return {
    answer: { type: "counts", id, answers },
    empty: waits.length > 0 ? { type: "empty", waits } : null,
  };
};
