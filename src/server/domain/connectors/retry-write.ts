import { Fault } from "../fault.ts";
import type { Runtime } from "../runtime.ts";

/** The pauses before a write is tried again, in ms. */
const PAUSES_MS = [100, 500, 2000];

/** How often such a write is tried. */
export const WRITE_TRIES = PAUSES_MS.length + 1;

/**
 * Writes what follows from access that an institution has granted, again if the store fails: the institution grants it
 * once. `write` is told whether it is called again: an earlier call may have failed behind its commit.
 */
export const retryWrite = async <Value>(
  { pause }: Pick<Runtime, "pause">,
  write: (isAgain: boolean) => Promise<Value>,
): Promise<Value> => {
  for (const [tries, ms] of PAUSES_MS.entries()) {
    try {
      return await write(tries > 0);
    } catch (failure) {
      if (failure instanceof Fault) throw failure;
    }
    await pause(ms);
  }
  return write(true);
};
