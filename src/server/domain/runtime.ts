import type { Environment } from "../../protocol/vocabulary.ts";
import type { Random } from "./identifiers.ts";
import type { Vault } from "./vault.ts";

/** The services of a process that any noun may need. */
export type Runtime = {
  environment: Environment;
  /** Now, in ms since 1970. */
  clock: () => number;
  random: Random;
  vault: Vault;
  /** Resolves after a number of ms. */
  pause(ms: number): Promise<void>;
};
