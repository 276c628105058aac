import type { ConnectorStateStore } from "../connectors/connector-state.ts";
import type { ConnectorDeps } from "../connectors/deps.ts";
import type { Runtime } from "../runtime.ts";
import type { Webhooks } from "../webhooks/webhook.ts";
import type { ItemStore } from "./item-store.ts";
import type { ItemReadStore } from "./shared-read.ts";

type ItemStores = {
  connectorStates: ConnectorStateStore;
  items: ItemStore;
  itemReads: ItemReadStore;
  jobs: ConnectorDeps["store"]["jobs"];
  transact<Result>(work: (store: ItemStores) => Promise<Result>): Promise<Result>;
};

/** The services for Items: those of connectors, and webhooks to applications. */
export type ItemDeps = Runtime &
  Pick<ConnectorDeps, "directory"> & { webhooks: Webhooks; store: ItemStores };
