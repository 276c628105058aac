import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../domain/identifiers.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import { writeNew } from "./write-new.ts";

/** The files of the master keys that the server makes itself. */
export const masterKeyFiles = ({ dataFolder }: Pick<Settings, "dataFolder">) => ({
  current: join(dataFolder, "master.key"),
  old: join(dataFolder, "master.key.old"),
});

/** Reads the key in a file. */
export const readKeyFile = (file: string): Buffer => {
  const text = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new SettingsError(`${file} does not have the 64 hexadecimal digits of a key`, {
      advice: "put the right one back, or start with another --data folder",
    });
  return Buffer.from(text, "hex");
};

/** Makes a new master key and keeps the one in use next to it. A crash leaves the one in use in place. */
export const addMasterKeyFile = (settings: Settings, current: string, random: Random): void => {
  const files = masterKeyFiles(settings);
  writeNew(files.old, current);
  const next = `${files.current}.new`;
  rmSync(next, { force: true });
  writeNew(next, Buffer.from(random(32)).toString("hex"));
  renameSync(next, files.current);
};

/** Removes the old master key once nothing is sealed under it. */
export const removeOldMasterKeyFile = (settings: Settings): void => {
  const { old } = masterKeyFiles(settings);
  if (existsSync(old)) rmSync(old);
};
