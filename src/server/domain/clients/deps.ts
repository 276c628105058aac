import type { Runtime } from "../runtime.ts";
import type { ClientStore } from "./client.ts";

type ClientStores = {
  clients: ClientStore;
  transact<Result>(work: (store: ClientStores) => Promise<Result>): Promise<Result>;
};

/** The services that clients need. */
export type ClientDeps = Pick<Runtime, "clock" | "random"> & { store: ClientStores };
