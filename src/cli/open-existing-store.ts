import { existsSync } from "node:fs";
import { storedServerUrl } from "../server/domain/server-settings.ts";
import type { Store } from "../server/domain/store.ts";
import { JOB_STORE_WAIT_MS, limitStoreWaits } from "../server/domain/store-wait.ts";
import type { Vault } from "../server/domain/vault.ts";
import { checkStoreIntegrity } from "../server/host/data-folder/check-store-integrity.ts";
import { makeDataFolder, requireUsable } from "../server/host/data-folder/data-folder.ts";
import {
  requireEnvironment,
  writeEnvironmentFile,
  writeEnvironmentSetting,
} from "../server/host/data-folder/environment-file.ts";
import {
  type StoreSettings,
  storeAddress,
  storeName,
} from "../server/host/data-folder/store-address.ts";
import { systemFailure } from "../server/host/data-folder/system-failure.ts";
import {
  listenUrl,
  readSettings,
  type Settings,
  SettingsError,
} from "../server/host/settings/settings.ts";
import { lateCipher } from "../server/store/column-cipher.ts";
import { openDatabase } from "../server/store/dialects/index.ts";
import { openStore } from "../server/store/open-store.ts";

/** Throws if no server has created a store yet, or if the store or its folder is unusable. */
export const requireStore = async (settings: StoreSettings): Promise<void> => {
  const { dataFolder, databaseUrl, environment } = settings;
  if (existsSync(dataFolder)) requireUsable(dataFolder);
  if (environment !== undefined) requireEnvironment({ dataFolder, environment });
  if (await checkStoreIntegrity(settings)) return;
  throw new SettingsError(
    databaseUrl === undefined
      ? `there is no store in ${dataFolder}; start the server there first (npx service-link serve), ` +
          "or name its folder with --data"
      : `there is no store in ${storeName(settings)}; start the server on it first (npx service-link serve), ` +
          "or name another database in DATABASE_URL",
  );
};

/** Settings of a command that reads the store in any environment. */
export const anyStore = (
  data: string,
  variables: Record<string, string | undefined>,
): StoreSettings => {
  const { dataFolder, databaseUrl } = readSettings({ data }, variables);
  return { dataFolder, databaseUrl };
};

/** Lets a command read and write sealed columns from here on. */
type Unseal = (vault: Vault) => void;

/**
 * Runs `use` on the store that a server has created, and always closes the store. A reading command
 * never creates a store.
 */
export const withExistingStore = async <T>(
  settings: StoreSettings,
  use: (store: Store, unseal: Unseal) => Promise<T>,
): Promise<T> => {
  await requireStore(settings);
  return using(settings, async () => {}, use);
};

/** Runs `use` on the store of a data folder, and creates a missing store. */
export const withStore = async <T>(
  settings: Settings,
  use: (store: Store) => Promise<T>,
): Promise<T> => {
  const { dataFolder } = settings;
  requireUsable(dataFolder);
  requireEnvironment(settings);
  await checkStoreIntegrity(settings);
  const undo = await makeDataFolder(settings);
  return using(settings, undo, async (store) => {
    writeEnvironmentFile(settings);
    await writeEnvironmentSetting(store, settings);
    return use(store);
  });
};

/** A command may read and write more at once than a request. */
const using = <T>(
  settings: StoreSettings,
  undo: () => Promise<void>,
  use: (store: Store, unseal: Unseal) => Promise<T>,
): Promise<T> =>
  limitStoreWaits(JOB_STORE_WAIT_MS, async () => {
    const address = storeAddress(settings);
    const cipher = lateCipher();
    const store = await openStore(openDatabase(address), cipher).catch(async (failure: unknown) => {
      await undo();
      throw systemFailure(failure, address) ?? failure;
    });
    try {
      return await use(store, cipher.use);
    } catch (failure) {
      throw systemFailure(failure, address) ?? failure;
    } finally {
      await store.close();
    }
  });

/**
 * The public URL of a store's server: PUBLIC_URL, otherwise the URL of the latest listening server.
 */
export const runningUrl = async (settings: Settings, store: Store): Promise<string> =>
  settings.publicUrl ?? (await storedServerUrl(store)) ?? listenUrl(settings, settings.port);
