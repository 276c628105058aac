import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Random } from "../../domain/identifiers.ts";
import type { Store } from "../../domain/store.ts";
import {
  createVault,
  type MasterKeys,
  type RetainedKeys,
  stableKeysOf,
  type Vault,
} from "../../domain/vault.ts";
import type { Inspection } from "../../store/dialects/dialect.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import { type StoreSettings, storeName } from "./store-address.ts";
import { writeNew } from "./write-new.ts";

/** The name and sealing purpose of the setting. */
const MASTER_KEY_SETTING = "master-key-check";
const SEALED_TEXT = "service-link";

/**
 * Reads the server's master key from the environment, or in the sandbox from a file that the first
 * start makes. Outside of the sandbox the start is refused without a key in the environment, since
 * a key file next to the data would protect nothing. The start is also refused if the key file is
 * gone, since a new key opens no sealed data. During a rotation, also reads the old key.
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
            : "copy it from the machine of the first start, or set SERVICE_LINK_MASTER_KEY to its content, here and there",
      },
    );
  return {
    current: readKeyFile(files.current),
    old: existsSync(files.old) ? readKeyFile(files.old) : undefined,
  };
};

/**
 * Opens the vault of a store. The first start seals a setting under the master key. Every later
 * start must open the setting, so that a wrong key is refused at the start.
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

/**
 * Returns whether two inspected stores are sealed under the same current key and the same earlier
 * keys.
 */
export const haveSameKeys = (settings: Settings, one: Inspection, other: Inspection): boolean => {
  const vault = createVault(readMasterKeys(settings, randomBytes, false), randomBytes);
  const [first, second] = [one, other].map(({ storeSettings }) => {
    const check = storeSettings[MASTER_KEY_SETTING];
    if (check === undefined || !opensKeyCheck(vault, check)) return null;
    return JSON.stringify(readRetainedKeys(vault, storeSettings[RETAINED_KEYS_SETTING] ?? null));
  });
  return first !== null && first === second;
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

/** The files of the master keys that the server makes itself. */
const masterKeyFiles = ({ dataFolder }: Pick<Settings, "dataFolder">) => ({
  current: join(dataFolder, "master.key"),
  old: join(dataFolder, "master.key.old"),
});

/** Reads the key in a file. */
const readKeyFile = (file: string): Buffer => {
  const text = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new SettingsError(`${file} does not have the 64 hexadecimal digits of a key`, {
      advice: "put the right one back, or start with another --data folder",
    });
  return Buffer.from(text, "hex");
};

/**
 * Makes a new master key and keeps the current key in its file. After a crash the current key stays
 * in use.
 */
export const addMasterKeyFile = (settings: Settings, current: string, random: Random): void => {
  const files = masterKeyFiles(settings);
  writeNew(files.old, current);
  const next = `${files.current}.new`;
  rmSync(next, { force: true });
  writeNew(next, Buffer.from(random(32)).toString("hex"));
  renameSync(next, files.current);
};

/** Removes the old master key when it no longer seals any data. */
export const removeOldMasterKeyFile = (settings: Settings): void => {
  const { old } = masterKeyFiles(settings);
  if (existsSync(old)) rmSync(old);
};

/** The name and sealing purpose of the setting with the remains of earlier master keys. */
const RETAINED_KEYS_SETTING = "retained-keys";

const Hex = z.string().regex(/^[0-9a-f]+$/);
const RetainedKeysRecord = z.strictObject({
  stable: z.record(z.string(), Hex),
  retired: z.array(z.strictObject({ keyId: Hex, wrap: Hex, seal: Hex, token: Hex })),
}) satisfies z.ZodType<RetainedKeys>;

/** Returns the remains of earlier master keys; null without earlier keys. */
const readRetainedKeys = (vault: Vault, setting: string | null): RetainedKeys | null => {
  if (setting === null) return null;
  let text: string;
  try {
    text = vault.open(RETAINED_KEYS_SETTING, setting);
  } catch (cause) {
    throw new SettingsError("the master key is being rotated, and the new one was not given", {
      advice:
        "set SERVICE_LINK_MASTER_KEY to the new one, and SERVICE_LINK_OLD_MASTER_KEY to the old",
      cause,
    });
  }
  return RetainedKeysRecord.parse(JSON.parse(text));
};

/**
 * Stores the parts of the old master key that are still needed, sealed under the current key.
 * Returns false if they are stored already.
 */
export const retainKeys = async (
  { settings }: Pick<Store, "settings">,
  vault: Vault,
  { current, old }: MasterKeys & { old: Uint8Array },
): Promise<boolean> => {
  const setting = await settings.get(RETAINED_KEYS_SETTING);
  if (setting !== null && opensAlone(current, setting)) return false;
  const text = JSON.stringify(vault.retainedFrom(old));
  return settings.replace(RETAINED_KEYS_SETTING, setting, vault.seal(RETAINED_KEYS_SETTING, text));
};

function opensAlone(current: Uint8Array, setting: string): boolean {
  try {
    createVault({ current }, randomBytes).open(RETAINED_KEYS_SETTING, setting);
    return true;
  } catch {
    return false;
  }
}
