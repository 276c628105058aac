import { statSync } from "node:fs";
import { SettingsError } from "../settings/settings.ts";
import { type Inspection, inspectStore } from "../store/dialects/inspect.ts";
import { isLogDamaged } from "../store/dialects/write-ahead-log.ts";
import { hasKeyFiles } from "./client-keys.ts";
import { storeFile } from "./data-folder.ts";
import { systemFailure } from "./system-failure.ts";

const RESTORE = "put it back from a backup, or name another folder with --data";

/**
 * What the store of a data folder says of itself; null where there is none yet. Throws where a server
 * must not open it; changes nothing.
 */
export const requireSoundStore = (
  dataFolder: string,
  options: { pages?: boolean } = {},
): Inspection | null => {
  const file = storeFile(dataFolder);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return null;
  if (stats.size === 0 && !hasKeyFiles(dataFolder)) return null;
  const inspection = inspect(file, stats.size, options);
  const { foreign, unknown, damage } = inspection;
  if (foreign.length > 0)
    throw new SettingsError(
      `${file} is the database of another program, with the tables ${foreign.slice(0, 5).join(", ")}`,
      { advice: "name another folder with --data" },
    );
  if (unknown.length > 0)
    throw new SettingsError(
      `${file} was written by a newer version of service-link, which made ${unknown.join(", ")}`,
      { advice: "run that version, or put back a backup from before it" },
    );
  if (damage.length > 0)
    throw new SettingsError(`${file} is damaged (${damage.join("; ")})`, { advice: RESTORE });
  return inspection;
};

function inspect(file: string, size: number, options: { pages?: boolean }): Inspection {
  try {
    if (size === 0)
      throw new SettingsError(`${file} is empty, though a server has been started with it before`, {
        advice: RESTORE,
      });
    const log = `${file}-wal`;
    if (isLogDamaged(log))
      throw new SettingsError(`${log} is damaged, and has what was written last`, {
        advice: `put it and ${file} back from a backup, or move it away to go on without that`,
      });
    return inspectStore(file, options);
  } catch (failure) {
    throw systemFailure(failure, file) ?? failure;
  }
}
