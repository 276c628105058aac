import type { Environment } from "../../protocol/vocabulary.ts";
import type { Random } from "./identifiers.ts";
import type { Vault } from "./vault.ts";

/** The timers of a process, the only source of elapsed time. */
export type Timers = {
  /** Resolves after a number of ms, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves after a number of ms. */
  pause(ms: number): Promise<void>;
  /**
   * Calls back at an interval until the returned function is called. Does not keep the process
   * alive.
   */
  every(ms: number, call: () => unknown): () => void;
  /** Returns the ms since a fixed moment, independent of clock changes. */
  elapsed(): number;
};

/** The services of a process that every part of the domain may use. */
export type Runtime = Pick<Timers, "pause" | "every"> & {
  environment: Environment;
  /** Now, in ms since 1970. */
  clock: () => number;
  random: Random;
  vault: Vault;
};
