import { ClientElsewhere } from "../domain/clients/client-elsewhere.ts";
import type { Services } from "../domain/services.ts";

/** Returns the name of a client; null without one, or if the client is in another cell. */
export const clientName = async (
  clientId: string,
  { store }: Pick<Services, "store">,
): Promise<string | null> => {
  try {
    return (await store.clients.byClientId(clientId))?.name || null;
  } catch (failure) {
    if (failure instanceof ClientElsewhere) return null;
    throw failure;
  }
};

/** Returns the names of clients by their ids; removed clients and those without a name are left out. */
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
