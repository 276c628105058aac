import type { Store } from "./domain/ports.ts";
import type { Vault } from "./domain/vault.ts";
import { SettingsError } from "./settings.ts";

/** The name of the mark, which is also what it is sealed for. */
export const MASTER_KEY_MARK = "master-key-check";
const SEALED_TEXT = "service-link";

/**
 * Holds a store to its master key: the first start leaves a mark sealed under it, and every later one
 * has to open that. Under another key nothing else would open either, one call at a time.
 */
export const checkMasterKey = async (
  { marks }: Store,
  vault: Vault,
  dataFolder: string,
): Promise<void> => {
  const mark = await marks.keep(MASTER_KEY_MARK, vault.seal(MASTER_KEY_MARK, SEALED_TEXT));
  if (!opensMark(vault, mark))
    throw new SettingsError(
      `the master key is not the one that the data in ${dataFolder} was sealed under; ` +
        "start with the right one, or with another --data folder",
    );
};

/** Whether a vault is under the key that a mark was made with. */
export const opensMark = (vault: Vault, mark: string): boolean => {
  try {
    return vault.open(MASTER_KEY_MARK, mark) === SEALED_TEXT;
  } catch {
    return false;
  }
};
