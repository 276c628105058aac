import type { Client } from "../../server/domain/clients/client.ts";
import type { Store } from "../../server/domain/store.ts";
import { readSettings, type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { withExistingStore } from "../open-existing-store.ts";

/** Runs an action on the clients of a data folder; a running server sees it within a second. */
export const withClientStore = async (
  data: string,
  variables: Record<string, string | undefined>,
  use: (store: Store, settings: Settings) => Promise<void>,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  await withExistingStore(settings, (store) => use(store, settings));
};

/** Returns the client of an id; throws if there is none. */
export const requireClient = async (id: string, { clients }: Store): Promise<Client> => {
  const client = await clients.byClientId(id);
  if (!client) throw noClient(id);
  return client;
};

/** Returns the refusal of an unknown id. */
export const noClient = (id: string): SettingsError =>
  new SettingsError(`there is no client ${id}`, {
    advice: "npx service-link clients list shows them",
  });
