import type { JobStore } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ConnectorStateStore } from "./connector-state.ts";
import type { Directory } from "./directory.ts";

/** The services that connectors need. */
export type ConnectorDeps = Pick<Runtime, "clock" | "pause" | "random" | "vault"> & {
  directory: Directory;
  store: {
    connectorStates: ConnectorStateStore;
    items: { byItemId(itemId: string): Promise<StoredLogin | null> };
    jobs: Pick<JobStore, "add">;
  };
};

/** Reads the login of an Item; throws for a removed Item. */
type StoredLogin = {
  itemId: string;
  institutionId: string;
  sealedLogin: string;
  removedAt: number | null;
};
