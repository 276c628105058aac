import { storedServerUrl } from "../server/domain/server-url.ts";
import type { Store } from "../server/domain/store.ts";
import { listenUrl, type Settings } from "../server/host/settings/settings.ts";

/** The URL at which people reach the server of a store: PUBLIC_URL, else that of the one that listened last. */
export const runningUrl = async (settings: Settings, store: Store): Promise<string> =>
  settings.publicUrl ?? (await storedServerUrl(store)) ?? listenUrl(settings, settings.port);
