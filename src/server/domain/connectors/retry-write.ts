import { Fault } from "../fault.ts";
import type { Runtime } from "../runtime.ts";

/** The pauses between attempts of a write, in ms. */
const PAUSES_MS = [100, 500, 2000];

/** The maximum number of attempts of `retryWrite`. */
export const WRITE_TRIES = PAUSES_MS.length + 1;

/**
 * Writes data that depends on access that an institution grants only once, and retries a failed
 * write. `write` learns whether it runs again, since the failed attempt may have committed.
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
