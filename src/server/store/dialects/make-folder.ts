import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder for its owner only, and its missing parents; returns the first created folder.
 * Creates one folder at a time, since Node's `recursive` hangs on a file system without folders,
 * such as /proc.
 */
export const makeFolder = (folder: string): string | undefined => {
  const missing: string[] = [];
  for (let one = resolve(folder); !existsSync(one); one = dirname(one)) missing.unshift(one);
  for (const each of missing)
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (failure) {
      // Another process has created the folder.
      if (!existsSync(each)) throw failure;
    }
  return missing[0];
};
