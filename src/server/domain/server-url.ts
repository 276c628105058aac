import type { SettingStore } from "./setting-store.ts";

/** The name of the setting in the store; it has the URL of the server that listened last. */
export const SERVER_URL_SETTING = "server-url";

/** Stores the URL of the server, for commands that run next to it with settings of their own. */
export const storeServerUrl = async (
  url: string,
  { settings }: { settings: SettingStore },
): Promise<void> => {
  const before = await settings.get(SERVER_URL_SETTING);
  if (before !== url) await settings.replace(SERVER_URL_SETTING, before, url);
};

/** The URL of the server of a store; null if none has listened yet. */
export const storedServerUrl = ({ settings }: { settings: SettingStore }): Promise<string | null> =>
  settings.get(SERVER_URL_SETTING);
