import { moveOf } from "../../store/clients/client-move-mark.ts";
import type { Inspection } from "../../store/dialects/dialect.ts";
import { pickDialect } from "../../store/dialects/index.ts";
import { PARTIAL_COPY_SETTING } from "../../store/dialects/transfer/copy-setting.ts";
import { SettingsError } from "../settings/settings.ts";
import { hasKeyFiles } from "./client-keys.ts";
import { requireEnvironmentOf } from "./environment-file.ts";
import { otherStore, type StoreSettings, storeAddress, storeName } from "./store-address.ts";
import { systemFailure } from "./system-failure.ts";

/**
 * Inspects a store without changing it; returns null if there is no store. Throws if a server must
 * not open the store, for example while its client is being moved by another command.
 */
export const checkStoreIntegrity = async (
  settings: StoreSettings,
  { movesClient = false, ...options }: { pages?: boolean; movesClient?: boolean } = {},
): Promise<Inspection | null> => {
  const { dataFolder } = settings;
  const name = storeName(settings);
  const restore = `put it back from a backup, or ${otherStore(settings)}`;
  const inspection = await inspect(storeAddress(settings), options);
  if (!inspection || (inspection.isEmpty && !hasKeyFiles(dataFolder))) return null;
  const { isEmpty, damage, storeSettings } = inspection;
  if (isEmpty)
    throw new SettingsError(`${name} is empty, though a server has been started with it before`, {
      advice: restore,
    });
  requireOwn(inspection, settings);
  if (damage.length > 0)
    throw new SettingsError(`${name} is damaged (${damage.join("; ")})`, { advice: restore });
  if (PARTIAL_COPY_SETTING in storeSettings)
    throw new SettingsError(`${name} has a part of a store, whose copy was interrupted`, {
      advice: "call service-link migrate-store again, which continues it",
    });
  const move = moveOf(storeSettings);
  if (move && !movesClient)
    throw new SettingsError(`${name} has a part of ${move.clientId}, whose move was interrupted`, {
      advice:
        "call service-link clients move again, which continues it, or takes it back with --undo",
    });
  requireEnvironmentOf(storeSettings, settings);
  return inspection;
};

/** Throws if a database belongs to another program, or to an unknown version. */
export const requireOwn = (
  { problem, foreign, unknown }: Inspection,
  settings: StoreSettings,
): void => {
  const name = storeName(settings);
  if (problem) throw new SettingsError(problem.reason, { advice: problem.advice });
  if (foreign.length > 0)
    throw new SettingsError(
      `${name} is the database of another program, with the tables ${foreign.slice(0, 5).join(", ")}`,
      { advice: otherStore(settings) },
    );
  if (unknown.length > 0)
    throw new SettingsError(
      `${name} was written by a newer version of service-link, which made ${unknown.join(", ")}`,
      { advice: "run that version, or put back a backup from before it" },
    );
};

async function inspect(address: string, options: { pages?: boolean }): Promise<Inspection | null> {
  try {
    return await pickDialect(address).inspect(address, options);
  } catch (failure) {
    throw systemFailure(failure, address) ?? failure;
  }
}
