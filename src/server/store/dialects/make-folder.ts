import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder for its owner only, and its missing parents; returns the first one that it created. One at
 * a time: with `recursive`, Node never returns if a file system takes no folders, such as /proc.
 */
export const makeFolder = (folder: string): string | undefined => {
  const missing: string[] = [];
  for (let one = resolve(folder); !existsSync(one); one = dirname(one)) missing.unshift(one);
  for (const each of missing)
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (failure) {
      // Another process was first.
      if (!existsSync(each)) throw failure;
    }
  return missing[0];
};
