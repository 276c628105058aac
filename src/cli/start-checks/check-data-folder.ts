import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { requireUsable } from "../../server/host/data-folder/data-folder.ts";
import { requireEnvironment } from "../../server/host/data-folder/environment-file.ts";
import type { Settings } from "../../server/host/settings/settings.ts";
import { type Finding, type Start, tryCheck } from "./finding.ts";

/**
 * The minimum free space for a start, and the free space below which the store soon fills the disk.
 */
const MIN_FREE_BYTES = { usable: 1024 * 1024, ample: 64 * 1024 * 1024 };

/** Checks that the data folder, or its future parent folder, is writable and has enough space. */
export const checkFolder = async ({ settings: { dataFolder } }: Start): Promise<Finding> => {
  const usable = await tryCheck(() => requireUsable(dataFolder));
  if ("failure" in usable) return usable.failure;
  const stats = statSync(dataFolder, { throwIfNoEntry: false });
  const free = freeBytes(dataFolder);
  if (free < MIN_FREE_BYTES.ample)
    return {
      is: free < MIN_FREE_BYTES.usable ? "wrong" : "odd",
      says: `${dataFolder} is on a disk with ${Math.floor(free / 1024)} KiB left`,
      advice: "free some space",
    };
  if (!stats) return { is: "right", says: `${dataFolder}, which the first start makes` };
  if ((stats.mode & 0o077) === 0) return { is: "right", says: dataFolder };
  return {
    is: "odd",
    says: `${dataFolder} is open to others on this machine`,
    advice: `chmod 700 ${dataFolder}`,
  };
};

/** Whether the files in the data folder can be read. */
export const isFolderUsable = ({ dataFolder }: Pick<Settings, "dataFolder">): boolean => {
  try {
    requireUsable(dataFolder);
    return true;
  } catch {
    return false;
  }
};

/** Whether the data folder belongs to the configured environment. */
export const checkEnvironment = async ({ settings }: Start): Promise<Finding> => {
  const result = await tryCheck(() => requireEnvironment(settings));
  return "failure" in result ? result.failure : { is: "right", says: settings.environment };
};

/** The free bytes for this user on the disk of an existing or future folder. */
function freeBytes(folder: string): number {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return bavail * bsize;
}
