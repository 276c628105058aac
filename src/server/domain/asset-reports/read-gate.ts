import { Fault } from "../fault.ts";
import type { Timers } from "../runtime.ts";

/**
 * The number of reports, or of other things, that a process reads at once, and of further readers of one client that
 * may wait.
 */
type ReadLimits = { max: number; maxWaiting: number; waitMs: number; things?: string };

const LIMITS: ReadLimits = { max: 12, maxWaiting: 24, waitMs: 20_000 };

/** The limits of rendering, which takes as much computing as a hundred reads of a stored report. */
export const PRINT_LIMITS: ReadLimits = { max: 1, maxWaiting: 12, waitMs: 20_000 };

/** The limits of statements for their users, during each of which a bank may be asked. */
export const STATEMENT_LIMITS: ReadLimits = { ...LIMITS, things: "statements" };

/**
 * Limits the readers at the same time. Others wait, and clients take turns: a client with many requests waits
 * behind its own. A reader that waits too long gets RATE_LIMIT with a time to retry.
 */
export type ReadGate = {
  /** Enters; returns a function that leaves, which counts once. */
  enter(clientId: string): Promise<() => void>;
};

/** The limits of making consumer reports, which hold all of their content in memory; their jobs can wait. */
export const MAKE_LIMITS: ReadLimits = { max: 2, maxWaiting: 1000, waitMs: 3_600_000 };

type Waiting = { enter: (leave: () => void) => void; stopTimer: () => void };

/** A gate for the readers of one process. */
export const createReadGate = (
  every: Timers["every"],
  { max, maxWaiting, waitMs, things = "reports" } = LIMITS,
): ReadGate => {
  /** The waiting readers by client; the next client in turn comes first. */
  const queues = new Map<string, Waiting[]>();
  let inside = 0;

  const leaving = () => {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      inside -= 1;
      letIn();
    };
  };

  const letIn = () => {
    for (const [clientId, queue] of queues) {
      queues.delete(clientId);
      const next = queue.shift();
      if (!next) continue;
      if (queue.length > 0) queues.set(clientId, queue);
      next.stopTimer();
      inside += 1;
      next.enter(leaving());
      return;
    }
  };

  return {
    enter: (clientId) =>
      new Promise((resolve, reject) => {
        if (inside < max) {
          inside += 1;
          return resolve(leaving());
        }
        const queue = queues.get(clientId) ?? [];
        if (queue.length >= maxWaiting) return reject(tooMany(things, waitMs));
        const stopTimer = every(waitMs, () => {
          stopTimer();
          const place = queue.indexOf(waiting);
          if (place < 0) return;
          queue.splice(place, 1);
          if (queue.length === 0) queues.delete(clientId);
          reject(tooMany(things, waitMs));
        });
        const waiting = { enter: resolve, stopTimer };
        queue.push(waiting);
        queues.set(clientId, queue);
      }),
  };
};

const tooMany = (things: string, retryAfterMs: number) =>
  new Fault("RATE_LIMIT", {
    message: `too many ${things} are being read at once; try again later`,
    retryAfterMs,
  });

/** Wraps content so that it leaves the gate when it ends or is abandoned, even before it has begun. */
export const leavingAtEnd = <Chunk>(
  content: AsyncIterable<Chunk>,
  leave: () => void,
): AsyncIterableIterator<Chunk> => {
  const iterator = content[Symbol.asyncIterator]();
  const self: AsyncIterableIterator<Chunk> = {
    [Symbol.asyncIterator]: () => self,
    next: async () => {
      try {
        const result = await iterator.next();
        if (result.done) leave();
        return result;
      } catch (failure) {
        leave();
        throw failure;
      }
    },
    return: async () => {
      leave();
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
  return self;
};
