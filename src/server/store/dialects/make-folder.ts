import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder for its owner only, and those above it; answers the first one that was not there. One at a
 * time: with `recursive`, Node never returns where a file system takes no folders, such as /proc.
 */
export const makeFolder = (folder: string): string | undefined => {
  const missing: string[] = [];
  for (let one = resolve(folder); !existsSync(one); one = dirname(one)) missing.unshift(one);
  for (const one of missing)
    try {
      mkdirSync(one, { mode: 0o700 });
    } catch (failure) {
      // Another process was first.
      if (!existsSync(one)) throw failure;
    }
  return missing[0];
};
