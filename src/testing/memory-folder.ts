import { readFileSync, statfsSync } from "node:fs";

const SHARED_MEMORY = "/dev/shm";

/**
 * More than all tests write at the same time. A container has 64 MiB of shared memory by default.
 */
const MIN_FREE_BYTES = 2 ** 30;

/**
 * Returns a folder in memory for temporary files, since commits and removals on a disk wait.
 * Returns undefined if there is too little space, or if the folder cannot run programs.
 */
export const memoryFolder = (): string | undefined => {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const [, , kind, options] =
      mounts.findLast((line) => isAt(line, SHARED_MEMORY))?.split(" ") ?? [];
    if (kind !== "tmpfs" || options?.split(",").includes("noexec")) return undefined;
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize < MIN_FREE_BYTES ? undefined : SHARED_MEMORY;
  } catch {
    return undefined;
  }
};

const isAt = (mount: string, path: string): boolean => mount.split(" ")[1] === path;
