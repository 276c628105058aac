import { readFileSync, statfsSync } from "node:fs";

const SHARED_MEMORY = "/dev/shm";

/** More than all tests write at a time. A container has 64 MiB there unless it is told otherwise. */
const LEAST_ROOM = 2 ** 30;

/**
 * The folder for temporary files of tests: one in memory where the system has one with room, since a disk
 * makes whoever commits or removes a file wait; else, and where a program could not be run there, none.
 */
export const memoryFolder = (): string | undefined => {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const [, , kind, options] =
      mounts.findLast((line) => isAt(line, SHARED_MEMORY))?.split(" ") ?? [];
    if (kind !== "tmpfs" || options?.split(",").includes("noexec")) return undefined;
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize < LEAST_ROOM ? undefined : SHARED_MEMORY;
  } catch {
    return undefined;
  }
};

const isAt = (mount: string, path: string): boolean => mount.split(" ")[1] === path;
