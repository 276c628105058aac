import type { Settings } from "../../server/host/settings/settings.ts";
import type { Inspection } from "../../server/store/dialects/dialect.ts";

/** Everything that a check may go by. */
export type Start = {
  settings: Settings;
  /** The store's address. */
  address: string;
  now: number;
  /** Whether a server is about to start; otherwise one may run, and its store is read as a whole. */
  isStarting: boolean;
  /** Inspects the store once; null if there is none. */
  inspection(): Promise<Inspection | null>;
};
