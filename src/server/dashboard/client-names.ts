import type { Services } from "../domain/services.ts";

/** The name of a client; null for one without a name. */
export const clientName = async (
  clientId: string,
  { store }: Pick<Services, "store">,
): Promise<string | null> => (await store.clients.byClientId(clientId))?.name || null;

/** The names of clients by their ids; those that are gone, or have no name, are left out. */
export const clientNames = async (
  clientIds: Iterable<string>,
  services: Pick<Services, "store">,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  for (const clientId of new Set(clientIds)) {
    const name = await clientName(clientId, services);
    if (name !== null) names.set(clientId, name);
  }
  return names;
};
