import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/**
 * Admits one caller in each turn of the event loop, in order: many jobs computing at once would block every
 * request for their total time.
 */
export const createTurns = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(yieldToEventLoop);
    return last;
  };
};
