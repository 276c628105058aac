import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readMasterKeys, requireMasterKey } from "../../server/data-folder/master-key.ts";
import { requireSoundStore } from "../../server/data-folder/require-sound-store.ts";
import { storeName } from "../../server/data-folder/store-address.ts";
import type { Settings } from "../../server/settings/settings.ts";
import type { Inspection } from "../../server/store/dialects/dialect.ts";
import type { Finding } from "./doctor-report.ts";
import { tryAsyncCheck, tryCheck } from "./try-check.ts";

type CheckedStore = { finding: Finding; inspection: Inspection | null };

/** How the store is, and what it says of itself; it is not brought up to date. */
export const checkStore = async (settings: Settings): Promise<CheckedStore> => {
  const what = "Store";
  const result = await tryAsyncCheck(what, () => requireSoundStore(settings, { pages: true }));
  if ("is" in result) return { finding: result, inspection: null };
  const inspection = result.value;
  if (inspection === null)
    return {
      finding: { what, is: "right", says: "none yet: the first start makes it" },
      inspection,
    };
  const opens = settings.databaseUrl === undefined ? "opens" : `${storeName(settings)} opens`;
  const says =
    inspection.pending.length === 0
      ? `${opens}, and is up to date`
      : `${opens}; the next start changes ${inspection.pending.join(", ")}`;
  return { finding: { what, is: "right", says }, inspection };
};

/** Whether the master key is there, and is the one that the store was made under. */
export const checkMasterKey = (settings: Settings, inspection: Inspection | null): Finding => {
  const what = "Master key";
  const file = join(settings.dataFolder, "master.key");
  const isGenerated = settings.masterKey === undefined && settings.environment === "sandbox";
  if (inspection === null && isGenerated && !existsSync(file))
    return { what, is: "right", says: "none yet: the first start makes it" };
  const key = tryCheck(what, () => {
    readMasterKeys(settings, randomBytes, false);
    requireMasterKey(settings, inspection);
  });
  if ("is" in key) return key;
  const says = inspection ? "is the one that the store was made under" : "is there";
  return { what, is: "right", says };
};
