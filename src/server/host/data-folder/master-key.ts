import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { Random } from "../../domain/identifiers.ts";
import type { Store } from "../../domain/store.ts";
import { createVault, type MasterKeys, stableKeysOf, type Vault } from "../../domain/vault.ts";
import type { Inspection } from "../../store/dialects/dialect.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import { masterKeyFiles, readKeyFile } from "./key-files.ts";
import { RETAINED_KEYS_SETTING, readRetainedKeys } from "./retained-keys.ts";
import { type StoreSettings, storeName } from "./store-address.ts";
import { writeNew } from "./write-new.ts";

/** The name of the setting, which is also its sealing purpose. */
const MASTER_KEY_SETTING = "master-key-check";
const SEALED_TEXT = "service-link";

/**
 * Reads the server's master key: from the environment, or in the sandbox from a file that the first start makes.
 * Elsewhere a key file next to the data would protect nothing, so the start is refused. It is also refused if the
 * file is gone, since another key opens no sealed data. During a rotation it also reads the old key.
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
 * Opens the vault of a store. The first start leaves a setting sealed under its master key, and every later start
 * must open it, so that a wrong key is refused at once and not call by call.
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
  // Before a rotation, derived keys come from the store's original key.
  const { old } = keys;
  if (
    old === undefined ||
    opensKeyCheck(createVault({ current: keys.current }, randomBytes), setting)
  )
    return vault;
  return createVault(keys, randomBytes, { stable: stableKeysOf(old), retired: [] });
};

/** Returns whether the current master key alone opens the store. */
export const isRotated = async (
  { settings }: Pick<Store, "settings">,
  { current }: MasterKeys,
): Promise<boolean> => {
  const setting = await settings.get(MASTER_KEY_SETTING);
  return setting !== null && opensKeyCheck(createVault({ current }, randomBytes), setting);
};

/** Binds the store to the current master key alone. */
export const finishRotation = async (
  { settings }: Pick<Store, "settings">,
  vault: Vault,
): Promise<void> => {
  const setting = await settings.get(MASTER_KEY_SETTING);
  await settings.replace(MASTER_KEY_SETTING, setting, vault.seal(MASTER_KEY_SETTING, SEALED_TEXT));
};

/** Checks the given key against an inspected store, before anything changes. */
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

/** Returns whether a vault has the key of a sealed setting. */
const opensKeyCheck = (vault: Vault, setting: string): boolean => {
  try {
    return vault.open(MASTER_KEY_SETTING, setting) === SEALED_TEXT;
  } catch {
    return false;
  }
};
