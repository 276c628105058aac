import { setTimeout } from "node:timers/promises";

/** Waits this many ms, or until the signal aborts. */
export const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (failure) {
    if (!signal.aborted) throw failure;
  }
};
