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

/** The login of an Item; throws if the Item was removed. */
type StoredLogin = {
  itemId: string;
  institutionId: string;
  sealedLogin: string;
  removedAt: number | null;
};
