import { LRUCache } from "lru-cache";
import type { Client, ClientStore } from "./client.ts";
import { ClientElsewhere } from "./client-elsewhere.ts";

/** The maximum delay, in ms, until this process sees another process's change. */
const CACHE_MS = 1000;
const MAX_CLIENTS = 1000;

const newCache = () =>
  new LRUCache<string, { client: Client | ClientElsewhere | null; readAt: number }>({
    max: MAX_CLIENTS,
  });

/**
 * Clients behind an LRU cache, since every request needs a client. Each client, or its refusal in
 * another cell, is read at most once a second. A change in this process invalidates the cache at
 * once.
 */
export const createClientCache = (
  clients: ClientStore,
  clock: () => number,
): ClientStore & {
  /** Invalidates the cache around a change outside the cached store. */
  invalidateAround<Answer>(change: Promise<Answer>): Promise<Answer>;
} => {
  let cache = newCache();
  /** Empties the cache before and after a change: a read in between may return the old client. */
  const invalidateAround = async <Answer>(change: Promise<Answer>): Promise<Answer> => {
    const clear = () => {
      cache = newCache();
    };
    clear();
    return change.finally(clear);
  };
  return {
    ...clients,
    invalidateAround,
    byClientId: async (clientId) => {
      const now = clock();
      const entry = cache.get(clientId);
      // A clock that was set back must not extend an entry.
      if (entry && Math.abs(now - entry.readAt) < CACHE_MS) return orThrow(entry.client);
      // A change during the read replaces the cache. The result then goes into the discarded cache.
      const target = cache;
      const client = await clients.byClientId(clientId).catch((failure: unknown) => {
        if (failure instanceof ClientElsewhere) return failure;
        throw failure;
      });
      target.set(clientId, { client, readAt: now });
      return orThrow(client);
    },
    add: (client) => invalidateAround(clients.add(client)),
    allowOrigin: (clientId, origin, limit) =>
      invalidateAround(clients.allowOrigin(clientId, origin, limit)),
    disallowOrigin: (clientId, origin) =>
      invalidateAround(clients.disallowOrigin(clientId, origin)),
    setPartner: (clientId, partner) => invalidateAround(clients.setPartner(clientId, partner)),
    setInstitutions: (clientId, institutionIds) =>
      invalidateAround(clients.setInstitutions(clientId, institutionIds)),
    setGrantsAllowed: (clientId, isOn, now) =>
      invalidateAround(clients.setGrantsAllowed(clientId, isOn, now)),
    setLegacyUserApi: (clientId, isOn) =>
      invalidateAround(clients.setLegacyUserApi(clientId, isOn)),
    setAccountSelection: (clientId, selection) =>
      invalidateAround(clients.setAccountSelection(clientId, selection)),
    setDefaultVersion: (clientId, version) =>
      invalidateAround(clients.setDefaultVersion(clientId, version)),
    changeSecrets: (clientId, change) => invalidateAround(clients.changeSecrets(clientId, change)),
    setName: (clientId, name) => invalidateAround(clients.setName(clientId, name)),
    setPublicKeyEnabled: (clientId, isOn) =>
      invalidateAround(clients.setPublicKeyEnabled(clientId, isOn)),
    setProductionAccess: (clientId, access) =>
      invalidateAround(clients.setProductionAccess(clientId, access)),
    setProducts: (clientId, products) => invalidateAround(clients.setProducts(clientId, products)),
    remove: (clientId, options) => invalidateAround(clients.remove(clientId, options)),
  };
};

function orThrow(client: Client | ClientElsewhere | null): Client | null {
  if (client instanceof ClientElsewhere) throw client;
  return client;
}
