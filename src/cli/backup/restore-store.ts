import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { makeDataFolder, requireUsable } from "../../server/host/data-folder/data-folder.ts";
import {
  keepEnvironment,
  requireEnvironment,
} from "../../server/host/data-folder/environment-file.ts";
import { requireMasterKey } from "../../server/host/data-folder/master-key.ts";
import { requireSoundStore } from "../../server/host/data-folder/require-sound-store.ts";
import { systemFailure } from "../../server/host/data-folder/system-failure.ts";
import { readSettings, type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { COPY_SETTING, copyDatabase, takeAlone } from "../../server/store/dialects/sqlite/copy.ts";
import type { Context } from "../context.ts";
import { showProgress } from "../institutions/progress.ts";
import { sizeOf } from "./size.ts";
import { requireStoreFile } from "./store-file.ts";

/**
 * Restores a backup as the store of a data folder. Everything is checked first, and the copy replaces the store in one
 * step, so that a failure leaves the folder unchanged.
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
    keepEnvironment(settings);
    show.done(`Copied and checked ${sizeOf(bytes)}`);
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

/** Throws if a file is no store that this server could open with these settings. */
async function requireBackup(source: string, settings: Settings) {
  if (!statSync(source, { throwIfNoEntry: false })?.isFile())
    throw new SettingsError(`there is no file ${source}`, { advice: "name a backup" });
  requireEnvironment(settings);
  const backup = { ...settings, databaseUrl: resolve(source) };
  const inspection = await requireSoundStore(backup, { pages: true });
  if (!inspection) throw new SettingsError(`${source} is empty`, { advice: "name a backup" });
  requireMasterKey(backup, inspection);
  return inspection;
}

/** Locks the existing store, so that no server opens it in the meantime; returns a function that releases it. */
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
