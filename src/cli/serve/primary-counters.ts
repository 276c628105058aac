import type { RateCounters } from "../../server/domain/limits/rate-limiter.ts";
import type { CounterAnswer, CounterCall, FromPrimary, ToPrimary } from "./process-messages.ts";

type Batch = { calls: CounterCall[]; answers: ((answer: CounterAnswer) => void)[] };

/**
 * The size from which on a process takes calls of a bucket ahead: as many as it needs for so long, in ms, as
 * often as it was called of late; at most half as many again as it has used since it asked last, and this
 * share of the bucket. After KEPT_MS it gives up the rest, which is little if calls come evenly.
 */
const LARGE_BUCKET = 600;
const AHEAD_MS = 250;
const GROWTH = 1.5;
const MAX_SHARE_OF_BUCKET = 1 / 30;
const KEPT_MS = 1000;

/** Calls that were taken ahead at a moment: how many, and how many are left. */
type Reserve = { size: number; left: number; at: number };

/** The most keys that a process remembers something of. */
const MAX_KEYS = 10_000;

/**
 * The primary process's counters, as a cluster worker asks for them: the calls of one turn of the
 * event loop goes as one message. Some calls of large buckets are taken ahead, and which buckets are empty
 * is told by the primary process, so that most calls wait for no other process.
 */
export const createPrimaryCounters = (
  send: (message: ToPrimary) => void,
  clock: () => number = performance.now.bind(performance),
) => {
  const batches = new Map<number, Batch>();
  const ahead = new Map<string, Reserve>();
  const askingAhead = new Set<string>();
  const emptyUntil = new Map<string, number>();
  let next: Batch = { calls: [], answers: [] };
  let id = 0;

  const flush = (): void => {
    const batch = next;
    next = { calls: [], answers: [] };
    batches.set(++id, batch);
    send({ type: "count", id, calls: batch.calls });
  };

  const ask = (call: CounterCall): Promise<CounterAnswer> =>
    new Promise((answer) => {
      if (next.calls.length === 0) setImmediate(flush);
      next.calls.push(call);
      next.answers.push(answer);
    });

  const noteEmpty = (key: string, ms: number): void => remember(emptyUntil, key, clock() + ms);

  const takeAhead = (key: string): boolean => {
    const reserve = ahead.get(key);
    if (!reserve || reserve.left === 0 || reserve.at + KEPT_MS < clock()) return false;
    reserve.left -= 1;
    return true;
  };

  /** How many calls to take ahead with the next one. */
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
    const { wait, more } = await ask({ key, perMinute, more: need });
    if (asksAhead) {
      askingAhead.delete(key);
      remember(ahead, key, { size: more, left: more, at: clock() });
    }
    if (wait > 0) noteEmpty(key, wait);
    return wait;
  };

  const counters: RateCounters = {
    take: (key, perMinute) => (takeAhead(key) ? 0 : askFor(key, perMinute)),
    peek: (key) => Math.max(0, Math.ceil((emptyUntil.get(key) ?? 0) - clock())),
  };
  return {
    counters,
    /** Takes the state of the primary process's buckets. */
    receive: (message: Extract<FromPrimary, { type: "counts" | "empty" }>): void => {
      if (message.type === "empty") {
        for (const [key, ms] of message.waits) noteEmpty(key, ms);
        return;
      }
      const batch = batches.get(message.id);
      batches.delete(message.id);
      for (const [at, answer] of batch?.answers.entries() ?? [])
        answer(message.answers[at] ?? { wait: 0, more: 0 });
    },
  };
};

/** Responds to a `count` from the primary process's counters, and says which buckets it has emptied. */
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

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  const [oldest] = map.size >= MAX_KEYS ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
