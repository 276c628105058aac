import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "./domain/ports.ts";
import { SettingsError } from "./settings.ts";
import { sqlite } from "./store/sqlite.ts";
import { openStore } from "./store/store.ts";

/** The file that a data folder's store is in. */
export const storeFile = (dataFolder: string): string => join(dataFolder, "service-link.db");

/** Throws where no server has made a store yet. */
export const requireStore = (dataFolder: string): void => {
  if (existsSync(storeFile(dataFolder))) return;
  throw new SettingsError(
    `there is no store in ${dataFolder}; start the server there first (service-link serve), ` +
      "or name its folder with --data",
  );
};

/** Opens the store that a server has made; a command that only looks makes none. */
export const openExistingStore = async (dataFolder: string): Promise<Store> => {
  requireStore(dataFolder);
  return openStore(sqlite(storeFile(dataFolder)));
};
