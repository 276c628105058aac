import { Fault } from "../fault.ts";
import type { Timers } from "../runtime.ts";

/**
 * A process's limits on simultaneous readers: of all clients, of one client (default: the same),
 * and on one client's waiting readers.
 */
type ReadLimits = {
  max: number;
  maxOfOne?: number;
  maxWaiting: number;
  waitMs: number;
  things?: string;
};

const LIMITS: ReadLimits = { max: 12, maxWaiting: 24, waitMs: 20_000 };

/** The limits of rendering, which takes as much CPU as a hundred reads of a stored report. */
export const PRINT_LIMITS: ReadLimits = { max: 1, maxWaiting: 12, waitMs: 20_000 };

/**
 * The limits of statements. Each statement may ask a slow bank, so one client never fills the gate.
 */
export const STATEMENT_LIMITS: ReadLimits = { ...LIMITS, maxOfOne: 8, things: "statements" };

/**
 * Limits simultaneous readers. Others wait, and clients take turns: a client with many requests
 * waits behind its own. A reader that waits too long gets RATE_LIMIT with a retry time.
 */
export type ReadGate = {
  /** Waits to enter. Returns an idempotent function that leaves the gate. */
  enter(clientId: string): Promise<() => void>;
};

/** The limits of making consumer reports, whose content stays in memory; their jobs can wait. */
export const MAKE_LIMITS: ReadLimits = { max: 2, maxWaiting: 1000, waitMs: 3_600_000 };

type Waiting = { enter: (leave: () => void) => void; stopTimer: () => void };

/** A gate for the readers of a process. */
export const createReadGate = (
  every: Timers["every"],
  { max, maxOfOne = max, maxWaiting, waitMs, things = "reports" } = LIMITS,
): ReadGate => {
  /** The waiting readers by client; the next client's turn comes first. */
  const queues = new Map<string, Waiting[]>();
  let inside = 0;
  /** The readers inside by client. */
  const ofClient = new Map<string, number>();

  const hasPlace = (clientId: string) => inside < max && (ofClient.get(clientId) ?? 0) < maxOfOne;

  /** Counts a reader of a client; returns a function that leaves. */
  const countIn = (clientId: string) => {
    let isInside = true;
    inside += 1;
    ofClient.set(clientId, (ofClient.get(clientId) ?? 0) + 1);
    return () => {
      if (!isInside) return;
      isInside = false;
      inside -= 1;
      const others = (ofClient.get(clientId) ?? 1) - 1;
      if (others === 0) ofClient.delete(clientId);
      else ofClient.set(clientId, others);
      letIn();
    };
  };

  const letIn = () => {
    for (const [clientId, queue] of queues) {
      if (!hasPlace(clientId)) continue;
      queues.delete(clientId);
      const next = queue.shift();
      if (!next) continue;
      if (queue.length > 0) queues.set(clientId, queue);
      next.stopTimer();
      next.enter(countIn(clientId));
      return;
    }
  };

  return {
    enter: (clientId) =>
      new Promise((resolve, reject) => {
        if (hasPlace(clientId)) return resolve(countIn(clientId));
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

/** Wraps content to leave the gate when the content ends or is abandoned, even before its start. */
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
