import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a server needs to run, and what of it is for tests and for types only. */
const FOLDERS = ["dist", "demo/shop", "demo/bank/pages"];
const LEFT_OUT =
  /^dist\/(packages|types|bench|built-from\.txt)|\.test\.ts$|\.fixture\.ts$|\.d\.m?ts$/;

/**
 * The library with a binary for each machine in it. npm forgets, once it has written a lock file, that it
 * need not be compiled, and asks for a compiler; so it goes along, less what there is to compile.
 */
const NATIVE_ADDON = "better-sqlite3";
const TO_COMPILE = /\/(binding\.gyp|deps|src)$/;

/** Puts into the package the service and its command line; answers what its manifest has of the root's. */
export const fillServerPackage = (folder, root) => {
  for (const each of FOLDERS)
    cpSync(each, join(folder, each), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path.replaceAll("\\", "/")),
    });
  bundle(join(folder, "node_modules", NATIVE_ADDON));
  return {
    bin: root.bin,
    files: FOLDERS,
    dependencies: importsIn(folder, root.dependencies),
    bundleDependencies: [NATIVE_ADDON],
  };
};

function bundle(target) {
  const source = `node_modules/${NATIVE_ADDON}`;
  cpSync(source, target, {
    recursive: true,
    filter: (path) => !TO_COMPILE.test(path.slice(source.length).replaceAll("\\", "/")),
  });
  const manifest = JSON.parse(readFileSync(`${target}/package.json`, "utf8"));
  for (const field of ["dependencies", "devDependencies", "scripts"]) delete manifest[field];
  writeFileSync(`${target}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Those dependencies that something in the package imports. */
function importsIn(folder, dependencies) {
  const names = FOLDERS.flatMap((each) =>
    readdirSync(join(folder, each), { recursive: true, withFileTypes: true }),
  )
    .filter((entry) => entry.isFile() && /\.[mc]?js$/.test(entry.name))
    .flatMap(({ parentPath, name }) => importsOf(readFileSync(join(parentPath, name), "utf8")));
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => names.includes(name)));
}

/** The packages that a script names where an import does. */
const importsOf = (script) =>
  [
    ...script.matchAll(
      /\b(?:from|import|require)\s*\(?\s*["'`]((?:@[^/"'`]+\/)?[^./"'`][^/"'`]*)/g,
    ),
  ].map(([, name]) => name);
