import type { Inspection } from "../../store/dialects/dialect.ts";
import { pickDialect } from "../../store/dialects/index.ts";
import { readMerchantsFile } from "../settings/merchants-file.ts";
import type { Settings } from "../settings/settings.ts";
import { checkStoreIntegrity } from "./check-store-integrity.ts";
import { readKeysFile } from "./client-keys.ts";
import { requireUsable } from "./data-folder.ts";
import { requireEnvironment } from "./environment-file.ts";
import { requireMasterKey } from "./master-key.ts";
import { type StoreSettings, standbyAddress, storeAddress } from "./store-address.ts";
import { systemFailure } from "./system-failure.ts";

/** Throws if a server must not start on a data folder and its store. Changes nothing. */
export const assertCanStart = async (settings: Settings): Promise<void> => {
  requireUsable(settings.dataFolder);
  requireEnvironment(settings);
  readKeysFile(settings);
  readMerchantsFile(settings);
  standbyAddress(settings);
  const inspection = await checkStoreIntegrity(settings);
  await requireWritableStore(settings, inspection);
  requireMasterKey(settings, inspection);
};

/** Throws if the store cannot be written or migrated; changes nothing. */
export const requireWritableStore = async (
  settings: StoreSettings,
  inspection: Inspection | null,
): Promise<void> => {
  const address = storeAddress(settings);
  try {
    await pickDialect(address).requireWritable(address, {
      changesSchema: inspection === null || inspection.pending.length > 0,
    });
  } catch (failure) {
    throw systemFailure(failure, address) ?? failure;
  }
};
