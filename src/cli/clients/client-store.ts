import type { Client } from "../../server/domain/clients/client.ts";
import type { Store } from "../../server/domain/store.ts";
import { readSettings, type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { withExistingStore } from "../open-existing-store.ts";

/**
 * Runs an action on the clients of a data folder. A running server sees changes within a second.
 */
export const withClientStore = async (
  data: string,
  variables: Record<string, string | undefined>,
  use: (store: Store, settings: Settings) => Promise<void>,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  await withExistingStore(settings, (store) => use(store, settings));
};

/** Returns the client of an id; throws if there is none. */
export const requireClient = async (
  id: string,
  { clients }: Pick<Store, "clients">,
): Promise<Client> => {
  const client = await clients.byClientId(id);
  if (!client) throw noClient(id);
  return client;
};

/** Returns the client of an id. Without an id, returns the only client. */
export const requireOneClient = async (
  id: string | undefined,
  { clients }: Store,
  { dataFolder, keys }: Settings,
): Promise<Client> => {
  const named = id ?? keys.clientId;
  if (named !== undefined) return requireClient(named, { clients });
  const [first, ...others] = await clients.all();
  if (first && others.length === 0) return first.client;
  if (!first)
    throw new SettingsError(`there is no client in ${dataFolder} yet`, {
      advice: "start the server there first (npx service-link serve)",
    });
  throw new SettingsError(`there are ${others.length + 1} clients in ${dataFolder}`, {
    advice: "say which one with --client ID; npx service-link clients list shows them",
  });
};

/** Returns the refusal of an unknown id. */
export const noClient = (id: string): SettingsError =>
  new SettingsError(`there is no client ${id}`, {
    advice: "npx service-link clients list shows them",
  });
