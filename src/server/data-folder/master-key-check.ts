import { randomBytes } from "node:crypto";
import type { Store } from "../domain/store.ts";
import { createVault, type Vault } from "../domain/vault.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import type { Inspection } from "../store/dialects/inspect.ts";
import { readMasterKey } from "./key-files.ts";

/** The name of the mark, which is also what it is sealed for. */
const MASTER_KEY_MARK = "master-key-check";
const SEALED_TEXT = "service-link";

/**
 * Holds a store to its master key: the first start leaves a mark sealed under it, and every later one
 * has to open that. Under another key nothing else would open either, one call at a time.
 */
export const checkMasterKey = async (
  { settings }: Store,
  vault: Vault,
  dataFolder: string,
): Promise<void> => {
  const mark = await settings.getOrSet(MASTER_KEY_MARK, vault.seal(MASTER_KEY_MARK, SEALED_TEXT));
  if (!opensMark(vault, mark)) throw anotherKey(dataFolder);
};

/** The same before anything is changed: holds a store that was looked into to the key that is given. */
export const requireMasterKey = (settings: Settings, inspection: Inspection | null): void => {
  const mark = inspection?.marks[MASTER_KEY_MARK];
  if (mark === undefined) return;
  const key = readMasterKey(settings, randomBytes, false);
  if (!opensMark(createVault(key, randomBytes), mark)) throw anotherKey(settings.dataFolder);
};

const anotherKey = (dataFolder: string) =>
  new SettingsError(
    `the master key is not the one that the data in ${dataFolder} was sealed under`,
    { advice: "put the right one back: without it nothing that was sealed can be opened" },
  );

/** Whether a vault is under the key that a mark was made with. */
const opensMark = (vault: Vault, mark: string): boolean => {
  try {
    return vault.open(MASTER_KEY_MARK, mark) === SEALED_TEXT;
  } catch {
    return false;
  }
};
