import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "./attempt.ts";
import type { Finding } from "./doctor-report.ts";
import { createVault } from "./domain/vault.ts";
import { storeFile } from "./existing-store.ts";
import { readMasterKey } from "./key-files.ts";
import { MASTER_KEY_MARK, opensMark } from "./master-key-check.ts";
import type { Settings } from "./settings.ts";
import { type Inspection, inspectStore } from "./store/inspect.ts";

type Examined = { finding: Finding; inspection: Inspection | null };

/** How the store is, and what it says of itself; it is not brought up to date. */
export const examineStore = ({ dataFolder }: Settings): Examined => {
  const what = "Store";
  const file = storeFile(dataFolder);
  if (!existsSync(file))
    return {
      finding: { what, is: "right", says: "none yet: the first start makes it" },
      inspection: null,
    };
  const found = attempt(what, () => inspectStore(file));
  if ("is" in found)
    return { finding: { ...found, advice: `put ${file} back from a backup` }, inspection: null };
  const { pending, unknown } = found.value;
  if (unknown.length > 0) {
    const says = `written by a newer version, which made ${unknown.join(", ")}`;
    return {
      finding: { what, is: "wrong", says, advice: "run that version, or restore a backup" },
      inspection: found.value,
    };
  }
  const says =
    pending.length === 0
      ? "opens, and is up to date"
      : `opens; the next start changes ${pending.join(", ")}`;
  return { finding: { what, is: "right", says }, inspection: found.value };
};

/** Whether the master key is there, and is the one that the store was made under. */
export const examineMasterKey = (settings: Settings, inspection: Inspection | null): Finding => {
  const what = "Master key";
  const file = join(settings.dataFolder, "master.key");
  if (inspection === null && settings.masterKey === undefined && settings.environment === "sandbox")
    return {
      what,
      is: "right",
      says: existsSync(file) ? file : "none yet: the first start makes it",
    };
  const key = attempt(what, () => readMasterKey(settings, randomBytes, false));
  if ("is" in key) return key;
  const mark = inspection?.marks[MASTER_KEY_MARK];
  if (mark === undefined) return { what, is: "right", says: "is there" };
  if (opensMark(createVault(key.value, randomBytes), mark))
    return { what, is: "right", says: "is the one that the store was made under" };
  return {
    what,
    is: "wrong",
    says: "is not the one that the store was made under",
    advice: "put the right one back: without it nothing that was sealed can be opened",
  };
};
