import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pickDialect } from "../../store/dialects/index.ts";
import { makeFolder } from "../../store/dialects/make-folder.ts";
import { SettingsError } from "../settings/settings.ts";
import { STORE_FILE, type StoreSettings, storeAddress } from "./store-address.ts";
import { systemFailure } from "./system-failure.ts";
import { writeNew } from "./write-new.ts";

/** The files that a start makes in its data folder. */
const FILES = [
  ".gitignore",
  "environment",
  "master.key",
  "keys.json",
  ...pickDialect(STORE_FILE).files(STORE_FILE),
];

/** Throws if a data folder or its files cannot be used or made. Changes nothing. */
export const requireUsable = (dataFolder: string): void => {
  try {
    const stats = statSync(dataFolder, { throwIfNoEntry: false });
    if (stats) requireFolder(dataFolder, stats.isDirectory());
    else requireRoomFor(dataFolder);
  } catch (failure) {
    throw systemFailure(failure) ?? failure;
  }
};

function requireFolder(dataFolder: string, isFolder: boolean): void {
  if (!isFolder)
    throw new SettingsError(`${dataFolder} is not a folder`, { advice: "name one with --data" });
  accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  for (const name of FILES) requireFile(join(dataFolder, name), name.startsWith(STORE_FILE));
}

/** Checks the nearest existing parent folder, in which the folder is made. */
function requireRoomFor(dataFolder: string): void {
  let above = dirname(resolve(dataFolder));
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  if (!statSync(above).isDirectory())
    throw new SettingsError(`${dataFolder} cannot be made, since ${above} is a file`, {
      advice: "name another folder with --data",
    });
  try {
    accessSync(above, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const why = systemFailure(cause)?.reason ?? String(cause);
    throw new SettingsError(`${dataFolder} cannot be made: ${why}`, {
      advice: "let this user write there, or name another folder with --data",
      cause,
    });
  }
}

function requireFile(file: string, needsWriting: boolean): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isFile()) throw new SettingsError(`${file} is not a file`, { advice: "move it away" });
  accessSync(file, constants.R_OK | (needsWriting ? constants.W_OK : 0));
}

/**
 * Makes the data folder for its owner only, and excludes the folder from version control. An
 * existing folder stays as is, since it may have other files. Returns a function that removes all
 * traces of a failed first start.
 */
export const makeDataFolder = async (settings: StoreSettings): Promise<() => Promise<void>> => {
  const { dataFolder } = settings;
  const previous = new Set<string>(existsSync(dataFolder) ? readdirSync(dataFolder) : []);
  const firstNewFolder = makeFolder(dataFolder);
  const undo = async () => {
    // Never delete a store that another process created.
    if (previous.has(STORE_FILE) || (await hasClient(storeAddress(settings)))) return;
    for (const name of FILES)
      if (!previous.has(name)) rmSync(join(dataFolder, name), { force: true });
    if (firstNewFolder !== undefined) removeEmpty(resolve(dataFolder), resolve(firstNewFolder));
  };
  try {
    if (firstNewFolder !== undefined) writeNew(join(dataFolder, ".gitignore"), "*\n");
  } catch (failure) {
    await undo();
    throw failure;
  }
  return undo;
};

async function hasClient(address: string): Promise<boolean> {
  try {
    return ((await pickDialect(address).inspect(address))?.publicKeys.length ?? 0) > 0;
  } catch {
    return false;
  }
}

/** Removes a folder and its empty parents, up to `last`. */
function removeEmpty(folder: string, last: string): void {
  for (let one = folder; one.length >= last.length; one = dirname(one)) {
    if (readdirSync(one).length > 0) return;
    rmdirSync(one);
  }
}
