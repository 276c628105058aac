import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/**
 * Lets in one caller each turn of the event loop, in order: what many jobs compute at once would hold up
 * every request for as long as all of it takes together.
 */
export const createTurns = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(yieldToEventLoop);
    return last;
  };
};
