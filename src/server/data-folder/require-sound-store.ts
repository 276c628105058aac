import { SettingsError } from "../settings/settings.ts";
import type { Inspection } from "../store/dialects/dialect.ts";
import { dialectOf } from "../store/dialects/index.ts";
import { hasKeyFiles } from "./client-keys.ts";
import { storeFile } from "./data-folder.ts";
import { systemFailure } from "./system-failure.ts";

const RESTORE = "put it back from a backup, or name another folder with --data";

/**
 * What the store of a data folder says of itself; null where there is none yet. Throws where a server
 * must not open it; changes nothing.
 */
export const requireSoundStore = async (
  dataFolder: string,
  options: { pages?: boolean } = {},
): Promise<Inspection | null> => {
  const file = storeFile(dataFolder);
  const inspection = await inspect(file, options);
  if (!inspection || (inspection.isEmpty && !hasKeyFiles(dataFolder))) return null;
  const { isEmpty, problem, foreign, unknown, damage } = inspection;
  if (isEmpty)
    throw new SettingsError(`${file} is empty, though a server has been started with it before`, {
      advice: RESTORE,
    });
  if (problem) throw new SettingsError(problem.reason, { advice: problem.advice });
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

async function inspect(file: string, options: { pages?: boolean }): Promise<Inspection | null> {
  try {
    return await dialectOf(file).inspect(file, options);
  } catch (failure) {
    throw systemFailure(failure, file) ?? failure;
  }
}
