import { setImmediate } from "node:timers/promises";

/** Yields to the event loop between two pieces of long work. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();
