import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const SERVER = join(import.meta.dirname, "../src/server");

/** A module of the service that is imported within a function. */
const LAZY_IMPORT = /\bimport\(\s*"(\.[^"?]+\.ts)",?\s*\)/g;

/** The lazily imported packages that seeds reach. */
const PACKAGES = ["qr", "openid-client"];

let all: Promise<unknown> | undefined;

/** Loads the service's lazy modules, since loading takes time that is not simulated. */
export const loadLazyModules = (): Promise<unknown> => {
  all ??= Promise.all([...lazyModules(), ...PACKAGES].map((name) => import(name)));
  return all;
};

function lazyModules(): string[] {
  const files = globSync("**/*.ts", { cwd: SERVER, exclude: ["**/*.{test,fixture}.ts"] });
  return files.flatMap((file) => {
    const path = join(SERVER, file);
    return [...readFileSync(path, "utf8").matchAll(LAZY_IMPORT)].map(
      ([, module = ""]) => pathToFileURL(join(dirname(path), module)).href,
    );
  });
}
