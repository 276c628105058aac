import { accessSync, constants, existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Throws where a file, one beside it, or its folder may not be written, on a file system that can only be read as well.
 * Opening the database would write to it.
 */
export const requireWritable = (file: string): void => {
  for (const one of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(one)) accessSync(one, constants.R_OK | constants.W_OK);
  let folder = dirname(resolve(file));
  while (!existsSync(folder)) folder = dirname(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
};
