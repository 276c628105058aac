import { LRUCache } from "lru-cache";
import type { Client, ClientStore } from "./client.ts";

/** How long a change by another process may take to be seen. */
const REMEMBERED_MS = 1000;
const MOST_CLIENTS = 1000;

type Clients = ClientStore;

const newCache = () =>
  new LRUCache<string, { client: Client | null; readAt: number }>({ max: MOST_CLIENTS });

/**
 * The same clients, of which each is read once a second at most, since every request asks for one. What
 * is changed here is seen at once.
 */
export const createClientCache = (clients: Clients, clock: () => number): Clients => {
  let known = newCache();
  /** Forgets all before and after a change: what was read meanwhile may be from before it. */
  const changing = async <Answer>(change: Promise<Answer>): Promise<Answer> => {
    const forget = () => {
      known = newCache();
    };
    forget();
    return change.finally(forget);
  };
  return {
    ...clients,
    byClientId: async (clientId) => {
      const now = clock();
      const found = known.get(clientId);
      // A clock that was set back must not make it longer.
      if (found && Math.abs(now - found.readAt) < REMEMBERED_MS) return found.client;
      const asked = known;
      const client = await clients.byClientId(clientId);
      asked.set(clientId, { client, readAt: now });
      return client;
    },
    add: (client) => changing(clients.add(client)),
    allowOrigin: (clientId, origin, most) => changing(clients.allowOrigin(clientId, origin, most)),
    disallowOrigin: (clientId, origin) => changing(clients.disallowOrigin(clientId, origin)),
    setPartner: (clientId, partner) => changing(clients.setPartner(clientId, partner)),
    setAccountSelection: (clientId, selection) =>
      changing(clients.setAccountSelection(clientId, selection)),
    setDefaultVersion: (clientId, version) =>
      changing(clients.setDefaultVersion(clientId, version)),
    setSecret: (clientId, secretDigest) => changing(clients.setSecret(clientId, secretDigest)),
    remove: (clientId, options) => changing(clients.remove(clientId, options)),
  };
};
