import { readFileSync } from "node:fs";

/** What a process has open beside the connections of callers: the store, calls of its own, refusals under way. */
export const OTHER_FILES = 200;

/** However few files a process may open, it holds so many connections. */
const LEAST_CONNECTIONS = 16;

/** How many files this process may have open, connections among them; infinite where the system does not say. */
export const mostOpenFiles = (): number => {
  try {
    const [, files] =
      /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return files === undefined ? Number.POSITIVE_INFINITY : Number(files);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};

/** Fewer connections where the system allows fewer files: who comes then gets a 503, not a closed connection. */
export const connectionsWithin = (files: number, connections: number): number =>
  Math.min(connections, Math.max(LEAST_CONNECTIONS, files - OTHER_FILES));
