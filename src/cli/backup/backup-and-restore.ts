import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkStoreIntegrity } from "../../server/host/data-folder/check-store-integrity.ts";
import { makeDataFolder, requireUsable } from "../../server/host/data-folder/data-folder.ts";
import {
  requireEnvironment,
  writeEnvironmentFile,
} from "../../server/host/data-folder/environment-file.ts";
import { requireMasterKey } from "../../server/host/data-folder/master-key.ts";
import {
  type StoreSettings,
  storeAddress,
  storeName,
} from "../../server/host/data-folder/store-address.ts";
import { systemFailure } from "../../server/host/data-folder/system-failure.ts";
import { readSettings, type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import {
  COPY_SETTING,
  copyDatabase,
  recordCopy,
  takeAlone,
} from "../../server/store/dialects/sqlite/copy.ts";
import { sqlite } from "../../server/store/dialects/sqlite.ts";
import type { Context } from "../context.ts";
import { showProgress } from "../institutions/progress.ts";
import { anyStore, requireStore } from "../open-existing-store.ts";
import { readableSize } from "../readable-size.ts";

/**
 * Copies the store of a data folder to a file. The file appears when the copy is complete and
 * checked.
 */
export const backUpStore = async (
  target: string,
  data: string,
  { variables, clock, err, out }: Context,
): Promise<void> => {
  const settings = anyStore(data, variables);
  const file = requireStoreFile(settings);
  await requireStore(settings);
  if (existsSync(target))
    throw new SettingsError(`${target} is there already`, {
      advice: "name a new file, or remove it first",
    });
  const show = showProgress(err);
  const part = `${target}.part`;
  let isRecorded = false;
  try {
    rmSync(part, { force: true });
    const at = new Date(clock()).toISOString();
    const { bytes } = await copyDatabase(file, part, {
      note: at,
      progress: (share) => show.at("Copying the store", share),
    });
    renameSync(part, target);
    isRecorded = tryToRecord(file, at);
    show.done(`Copied and checked ${readableSize(bytes)}`);
  } catch (failure) {
    throw systemFailure(failure, target) ?? failure;
  }
  out(summary(resolve(target), existsSync(join(data, "master.key"))));
  if (!isRecorded) out(UNRECORDED);
};

/**
 * Records a backup for the Dashboard. Returns false if the store cannot be written; the backup is
 * still valid.
 */
function tryToRecord(file: string, at: string): boolean {
  try {
    recordCopy(file, at);
    return true;
  } catch {
    return false;
  }
}

const UNRECORDED = "The store cannot be written, so the Dashboard does not show this backup.\n";

const summary = (file: string, hasKeyFile: boolean): string => `
${file}
  has    the whole store, as it was when the copy began
  lacks  the master key, without which what is sealed in it cannot be opened: ${
    hasKeyFile ? "keep master.key of the data folder, too" : "keep SERVICE_LINK_MASTER_KEY, too"
  }
Keep the two in different places. service-link restore puts it back.
`;

/**
 * Restores a backup as the store of a data folder. After all checks, the copy replaces the store in
 * one step, so that a failure leaves the folder unchanged.
 */
export const restoreStore = async (
  source: string,
  { data, force }: { data: string; force: boolean },
  { variables, err, out }: Context,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  const file = requireStoreFile(settings);
  requireUsable(data);
  const { storeSettings } = await requireBackup(source, settings);
  const release = holdAlone(file, force);
  const show = showProgress(err);
  const part = `${file}.part`;
  let undo = async () => {};
  try {
    undo = await makeDataFolder(settings);
    rmSync(part, { force: true });
    const { bytes } = await copyDatabase(source, part, {
      note: null,
      progress: (share) => show.at("Copying the backup", share),
    });
    for (const log of [`${file}-wal`, `${file}-shm`]) rmSync(log, { force: true });
    renameSync(part, file);
    writeEnvironmentFile(settings);
    show.done(`Copied and checked ${readableSize(bytes)}`);
  } catch (failure) {
    rmSync(part, { force: true });
    await undo();
    throw systemFailure(failure, file) ?? failure;
  } finally {
    release();
  }
  const at = storeSettings[COPY_SETTING];
  out(
    `${resolve(file)} is the store${at === undefined ? "" : ` as it was at ${at}`}. Start the server: jobs and ` +
      "webhooks that were due then run again.\n",
  );
};

/** Throws unless a file is a store that this server could open with these settings. */
async function requireBackup(source: string, settings: Settings) {
  if (!statSync(source, { throwIfNoEntry: false })?.isFile())
    throw new SettingsError(`there is no file ${source}`, { advice: "name a backup" });
  requireEnvironment(settings);
  const backup = { ...settings, databaseUrl: resolve(source) };
  const inspection = await checkStoreIntegrity(backup, { pages: true });
  if (!inspection) throw new SettingsError(`${source} is empty`, { advice: "name a backup" });
  requireMasterKey(backup, inspection);
  return inspection;
}

/** Locks the existing store against other servers. Returns a function that releases the lock. */
function holdAlone(file: string, force: boolean): () => void {
  if (!existsSync(file)) return () => {};
  if (!force)
    throw new SettingsError(`${file} is there already`, {
      advice: "add --force to replace it for good, or name another folder with --data",
    });
  const release = takeAlone(file);
  if (release) return release;
  throw new SettingsError(`${file} is open in another process`, {
    advice: "stop the server and its workers first",
  });
}

/** Returns the file of a store; throws if the store is in another kind of database. */
const requireStoreFile = (settings: StoreSettings): string => {
  const address = storeAddress(settings);
  if (sqlite.accepts(address)) return address;
  throw new SettingsError(`${storeName(settings)} is no file`, {
    advice: "use the database's own tools, such as pg_dump and pg_restore of PostgreSQL",
  });
};
