import { existsSync } from "node:fs";
import { makeDataFolder, requireUsable, storeFile } from "../server/data-folder/data-folder.ts";
import { keepEnvironment, requireEnvironment } from "../server/data-folder/environment-file.ts";
import { requireSoundStore } from "../server/data-folder/require-sound-store.ts";
import { systemFailure } from "../server/data-folder/system-failure.ts";
import type { Store } from "../server/domain/store.ts";
import type { Settings } from "../server/settings/settings.ts";
import { SettingsError } from "../server/settings/settings.ts";
import { openDatabase } from "../server/store/dialects/index.ts";
import { openStore } from "../server/store/open-store.ts";

/** Throws where no server has made a store yet, or where the folder cannot be used. */
export const requireStore = (dataFolder: string): void => {
  if (existsSync(dataFolder)) requireUsable(dataFolder);
  if (existsSync(storeFile(dataFolder))) return;
  throw new SettingsError(
    `there is no store in ${dataFolder}; start the server there first (npx service-link serve), ` +
      "or name its folder with --data",
  );
};

/**
 * Does something with the store that a server has made; a command that only looks makes none. Whatever
 * comes of it, the store is closed.
 */
export const withExistingStore = async <T>(
  dataFolder: string,
  use: (store: Store) => Promise<T>,
): Promise<T> => {
  requireStore(dataFolder);
  await requireSoundStore(dataFolder);
  return using(dataFolder, async () => {}, use);
};

/** The same, with a store that is made where there is none yet. */
export const withStore = async <T>(
  settings: Settings,
  use: (store: Store) => Promise<T>,
): Promise<T> => {
  const { dataFolder } = settings;
  requireUsable(dataFolder);
  requireEnvironment(settings);
  await requireSoundStore(dataFolder);
  const undo = await makeDataFolder(dataFolder);
  return using(dataFolder, undo, async (store) => {
    keepEnvironment(settings);
    return use(store);
  });
};

async function using<T>(
  dataFolder: string,
  undo: () => Promise<void>,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const file = storeFile(dataFolder);
  const store = await openStore(openDatabase(file)).catch(async (failure: unknown) => {
    await undo();
    throw systemFailure(failure, file) ?? failure;
  });
  try {
    return await use(store);
  } catch (failure) {
    throw systemFailure(failure, file) ?? failure;
  } finally {
    await store.close();
  }
}
