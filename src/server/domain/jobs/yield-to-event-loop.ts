import { setImmediate } from "node:timers/promises";

/** Yields to the event loop between two pieces of long work. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/**
 * Admits one caller per turn of the event loop, in order. Many jobs that compute at once would
 * block every request for their total time.
 */
export const createTurns = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(yieldToEventLoop);
    return last;
  };
};
