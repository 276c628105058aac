import type { ProductionAccess } from "../clients/production-access.ts";
import type { Page, PageRequest } from "./list-page.ts";

/** A client in the operator's list. */
type ClientRow = {
  clientId: string;
  name: string;
  defaultVersion: string;
  publicKeyEnabled: boolean;
  productionAccess: ProductionAccess["state"];
  liveItems: number;
  createdAt: number;
};

/**
 * The port for the operator's list of clients; `search` is the beginning of an id, or part of a name, and
 * `access` names the only state of production access that is listed.
 */
export type ClientList = (
  request: PageRequest & { search: string; access: ProductionAccess["state"] | null },
) => Promise<Page<ClientRow>>;
