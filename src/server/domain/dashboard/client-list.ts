import type { Page, PageRequest } from "./page.ts";

/** A client in the operator's list. */
type ClientRow = {
  clientId: string;
  name: string;
  defaultVersion: string;
  publicKeyEnabled: boolean;
  liveItems: number;
  createdAt: number;
};

/** The port for the operator's list of clients; `search` is the beginning of an id, or part of a name. */
export type ClientList = (request: PageRequest & { search: string }) => Promise<Page<ClientRow>>;
