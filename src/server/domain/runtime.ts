import type { Environment } from "../../protocol/vocabulary.ts";
import type { Random } from "./identifiers.ts";
import type { Vault } from "./vault.ts";

/** The timers of a process, the only source of the passage of time. */
export type Timers = {
  /** Resolves after a number of ms, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves after a number of ms. */
  pause(ms: number): Promise<void>;
  /** Calls back at an interval until the returned function is called; keeps no process alive. */
  every(ms: number, call: () => unknown): () => void;
  /** Returns the ms since some moment; a change of the clock does not move it. */
  elapsed(): number;
};

/** The services of a process that any noun may need. */
export type Runtime = Pick<Timers, "pause" | "every"> & {
  environment: Environment;
  /** Now, in ms since 1970. */
  clock: () => number;
  random: Random;
  vault: Vault;
};
