import { setTimeout } from "node:timers/promises";

/** Waits so many ms, or until the signal says that there is nothing to wait for any more. */
export const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (failure) {
    if (!signal.aborted) throw failure;
  }
};
