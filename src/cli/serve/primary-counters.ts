import type { RateCounters } from "../../server/domain/limits/rate-limiter.ts";
import type { CounterCall, FromPrimary, ToPrimary } from "./process-messages.ts";

type Batch = { calls: CounterCall[]; answers: ((wait: number) => void)[] };

/**
 * The primary process's counters, as a process beside others asks for them: what is asked in one turn of the
 * event loop goes as one message. A primary process that is gone ends this one, so that nobody waits for it.
 */
export const createPrimaryCounters = (send: (message: ToPrimary) => void) => {
  const batches = new Map<number, Batch>();
  let next: Batch = { calls: [], answers: [] };
  let id = 0;

  const flush = (): void => {
    const batch = next;
    next = { calls: [], answers: [] };
    batches.set(++id, batch);
    send({ type: "count", id, calls: batch.calls });
  };

  const ask = (call: CounterCall): Promise<number> =>
    new Promise((answer) => {
      if (next.calls.length === 0) setImmediate(flush);
      next.calls.push(call);
      next.answers.push(answer);
    });

  const counters: RateCounters = {
    take: (key, perMinute) => ask({ mode: "take", key, perMinute }),
    peek: (key, perMinute) => ask({ mode: "peek", key, perMinute }),
  };
  return {
    counters,
    /** Takes what the primary process has answered. */
    receive: ({ id: answered, waits }: Extract<FromPrimary, { type: "counts" }>): void => {
      const batch = batches.get(answered);
      batches.delete(answered);
      for (const [at, answer] of batch?.answers.entries() ?? []) answer(waits[at] ?? 0);
    },
  };
};

/** Answers a `count` from the primary process's counters. */
export const answerCount = async (
  counters: RateCounters,
  { id, calls }: Extract<ToPrimary, { type: "count" }>,
  now: number,
): Promise<FromPrimary> => {
  const waits = await Promise.all(
    calls.map(({ mode, key, perMinute }) => counters[mode](key, perMinute, now)),
  );
  return { type: "counts", id, waits };
};
