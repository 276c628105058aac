import { setTimeout } from "node:timers/promises";
import type { Timers } from "../domain/runtime.ts";

/** Waits this many ms, or until the signal aborts. */
export const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (failure) {
    if (!signal.aborted) throw failure;
  }
};

/** The timers of the system. */
export const systemTimers: Timers = {
  wait,
  pause: (ms) => setTimeout(ms),
  every: (ms, call) => {
    const timer = setInterval(call, ms).unref();
    return () => clearInterval(timer);
  },
  elapsed: () => performance.now(),
};
