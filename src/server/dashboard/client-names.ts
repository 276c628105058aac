import { ClientElsewhere } from "../domain/clients/client-elsewhere.ts";
import type { Services } from "../domain/services.ts";

/** Returns a client's name; null without one, or for a client in another cell. */
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

/** Returns clients' names by id. Removed and unnamed clients are left out. */
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
