import type { Services } from "../domain/services.ts";

/** The names of clients by their ids; those that are gone, or have no name, are left out. */
export const clientNames = async (
  clientIds: Iterable<string>,
  { store }: Pick<Services, "store">,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  for (const clientId of new Set(clientIds)) {
    const client = await store.clients.byClientId(clientId);
    if (client?.name) names.set(clientId, client.name);
  }
  return names;
};
