import { readFileSync } from "node:fs";

/**
 * The files that a process needs in addition to callers' connections: store, outgoing calls, and
 * refusals.
 */
export const OTHER_FILES = 200;

/** The minimum number of connections, for any limit of open files. */
const MIN_CONNECTIONS = 16;

/** Returns the limit of open files of this process, connections included; infinite if the system has none. */
export const maxOpenFiles = (): number => {
  try {
    const [, files] =
      /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return files === undefined ? Number.POSITIVE_INFINITY : Number(files);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};

/**
 * Reduces the connections to the limit of open files. Further callers thus get a 503 instead of a
 * closed connection.
 */
export const connectionsWithin = (files: number, connections: number): number =>
  Math.min(connections, Math.max(MIN_CONNECTIONS, files - OTHER_FILES));
