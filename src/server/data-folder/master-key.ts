import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../domain/identifiers.ts";
import type { Store } from "../domain/store.ts";
import { createVault, type Vault } from "../domain/vault.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import type { Inspection } from "../store/dialects/dialect.ts";
import { writeNew } from "./write-new.ts";

/** The name of the mark, which is also what it is sealed for. */
const MASTER_KEY_MARK = "master-key-check";
const SEALED_TEXT = "service-link";

/**
 * The server's master key: from the environment, or in the sandbox from a file that the first start
 * makes. Anywhere else a key file beside the data would protect nothing, so the start is refused; so
 * it is when the file is gone, since under another key nothing that was sealed would ever open.
 */
export const readMasterKey = (
  settings: Settings,
  random: Random,
  isFirstStart: boolean,
): Buffer => {
  if (settings.masterKey !== undefined) return Buffer.from(settings.masterKey, "hex");
  if (settings.environment !== "sandbox")
    throw new SettingsError(
      `there is no master key, which ${settings.environment} has to be given`,
      {
        advice:
          "set SERVICE_LINK_MASTER_KEY to 32 random bytes as 64 hexadecimal digits, " +
          "e.g. from: openssl rand -hex 32",
      },
    );
  const file = join(settings.dataFolder, "master.key");
  if (isFirstStart) writeNew(file, Buffer.from(random(32)).toString("hex"));
  if (!existsSync(file))
    throw new SettingsError(
      `${file} is missing, and the data beside it cannot be read without it`,
      { advice: "put it back, or start with another --data folder" },
    );
  const text = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new SettingsError(`${file} does not have the 64 hexadecimal digits of a key`, {
      advice: "put the right one back, or start with another --data folder",
    });
  return Buffer.from(text, "hex");
};

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
