import { setImmediate } from "node:timers/promises";

/** Lets whoever else waits have their turn, between two pieces of work that together take long. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();
