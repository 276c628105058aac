import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Store } from "../../domain/store.ts";
import { createVault, type MasterKeys, type RetainedKeys, type Vault } from "../../domain/vault.ts";
import { SettingsError } from "../settings/settings.ts";

/** The name of the setting with the remains of earlier master keys, which is also its sealing purpose. */
export const RETAINED_KEYS_SETTING = "retained-keys";

const Hex = z.string().regex(/^[0-9a-f]+$/);
const RetainedKeysRecord = z.strictObject({
  stable: z.record(z.string(), Hex),
  retired: z.array(z.strictObject({ keyId: Hex, wrap: Hex, seal: Hex, token: Hex })),
}) satisfies z.ZodType<RetainedKeys>;

/** Returns the remains of earlier master keys; null if there was none. */
export const readRetainedKeys = (vault: Vault, setting: string | null): RetainedKeys | null => {
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

/** Stores the parts that must outlive the old master key, sealed under the current one; false if they are stored. */
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
