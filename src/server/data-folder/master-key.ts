import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { Random } from "../domain/identifiers.ts";
import type { Store } from "../domain/store.ts";
import { createVault, type MasterKeys, stableKeysOf, type Vault } from "../domain/vault.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import type { Inspection } from "../store/dialects/dialect.ts";
import { masterKeyFiles, readKeyFile } from "./key-files.ts";
import { RETAINED_KEYS_SETTING, readRetainedKeys } from "./retained-keys.ts";
import { type StoreSettings, storeName } from "./store-address.ts";
import { writeNew } from "./write-new.ts";

/** The name of the setting, which is also what it is sealed for. */
const MASTER_KEY_SETTING = "master-key-check";
const SEALED_TEXT = "service-link";

/**
 * The server's master key: from the environment, or in the sandbox from a file that the first start
 * makes. Anywhere else a key file beside the data would protect nothing, so the start is refused; so
 * it is when the file is gone, since under another key nothing that was sealed would ever open. While
 * the key is rotated, the old one is beside it.
 */
export const readMasterKeys = (
  settings: Settings,
  random: Random,
  isFirstStart: boolean,
): MasterKeys => {
  const { masterKey, oldMasterKey } = settings;
  if (masterKey !== undefined)
    return {
      current: Buffer.from(masterKey, "hex"),
      old: oldMasterKey === undefined ? undefined : Buffer.from(oldMasterKey, "hex"),
    };
  if (settings.environment !== "sandbox")
    throw new SettingsError(
      `there is no master key, which ${settings.environment} has to be given`,
      {
        advice:
          "set SERVICE_LINK_MASTER_KEY to 32 random bytes as 64 hexadecimal digits, " +
          "e.g. from: openssl rand -hex 32",
      },
    );
  const files = masterKeyFiles(settings);
  if (isFirstStart) writeNew(files.current, Buffer.from(random(32)).toString("hex"));
  if (!existsSync(files.current))
    throw new SettingsError(
      `${files.current} is missing, and ${nameOfData(settings)} cannot be read without it`,
      {
        advice:
          settings.databaseUrl === undefined
            ? "put it back, or start with another --data folder"
            : "copy it from the machine of the first start, or set SERVICE_LINK_MASTER_KEY to what it has, here and there",
      },
    );
  return {
    current: readKeyFile(files.current),
    old: existsSync(files.old) ? readKeyFile(files.old) : undefined,
  };
};

/**
 * The vault of a store: the first start leaves a setting sealed under its master key, and every later one
 * has to open that. Under another key nothing else would open either, one call at a time.
 */
export const openVault = async (
  { settings }: Pick<Store, "settings">,
  keys: MasterKeys,
  place: StoreSettings,
): Promise<Vault> => {
  const vault = createVault(keys, randomBytes);
  const setting = await settings.getOrSet(
    MASTER_KEY_SETTING,
    vault.seal(MASTER_KEY_SETTING, SEALED_TEXT),
  );
  if (!opensKeyCheck(vault, setting)) throw anotherKey(place);
  const retainedKeys = readRetainedKeys(vault, await settings.get(RETAINED_KEYS_SETTING));
  if (retainedKeys) return createVault(keys, randomBytes, retainedKeys);
  // Until a rotation has begun, what is derived comes of the key that the store was made under.
  const { old } = keys;
  if (
    old === undefined ||
    opensKeyCheck(createVault({ current: keys.current }, randomBytes), setting)
  )
    return vault;
  return createVault(keys, randomBytes, { stable: stableKeysOf(old), retired: [] });
};

/** Whether the store is open under the current master key alone. */
export const isRotated = async (
  { settings }: Pick<Store, "settings">,
  { current }: MasterKeys,
): Promise<boolean> => {
  const setting = await settings.get(MASTER_KEY_SETTING);
  return setting !== null && opensKeyCheck(createVault({ current }, randomBytes), setting);
};

/** Has the store open under the current master key from now on, and under no other. */
export const finishRotation = async (
  { settings }: Pick<Store, "settings">,
  vault: Vault,
): Promise<void> => {
  const setting = await settings.get(MASTER_KEY_SETTING);
  await settings.replace(MASTER_KEY_SETTING, setting, vault.seal(MASTER_KEY_SETTING, SEALED_TEXT));
};

/** The same before anything is changed: holds a store that was looked into to the key that is given. */
export const requireMasterKey = (settings: Settings, inspection: Inspection | null): void => {
  const setting = inspection?.storeSettings[MASTER_KEY_SETTING];
  if (setting === undefined) return;
  const vault = createVault(readMasterKeys(settings, randomBytes, false), randomBytes);
  if (!opensKeyCheck(vault, setting)) throw anotherKey(settings);
  readRetainedKeys(vault, inspection?.storeSettings[RETAINED_KEYS_SETTING] ?? null);
};

const anotherKey = (place: StoreSettings) =>
  new SettingsError(`the master key is not the one that ${nameOfData(place)} was sealed under`, {
    advice:
      "put the right one back: without it nothing that was sealed can be opened. " +
      "While the key is rotated, SERVICE_LINK_OLD_MASTER_KEY is the one before",
  });

const nameOfData = (place: StoreSettings): string =>
  place.databaseUrl === undefined ? `the data in ${place.dataFolder}` : storeName(place);

/** Whether a vault is under the key that a setting was made with. */
const opensKeyCheck = (vault: Vault, setting: string): boolean => {
  try {
    return vault.open(MASTER_KEY_SETTING, setting) === SEALED_TEXT;
  } catch {
    return false;
  }
};
