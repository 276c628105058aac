import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The folders that a server needs at run time, and their files for tests and types only. */
const FOLDERS = [
  "dist",
  "demo/shop",
  "demo/bank/pages",
  // The banks of `service-link institutions add`.
  "banks",
  // The sources of `service-link samples create`.
  "demo/react",
  "demo/next",
  "demo/python",
];
/** Leftover files of a sample that was run in place, most importantly its keys. */
const LEFT_OUT =
  /^dist\/(packages|types|bench|built-from\.txt)|\.test\.ts$|\.fixture\.ts$|\.d\.m?ts$|^demo\/(react|next|python)\/(README\.md|\.env(?!\.example)[^/]*|node_modules|dist|\.next|package-lock\.json|__pycache__)$/;

/**
 * The library with a binary for each platform. With a lock file, npm forgets that the library needs
 * no compilation, and requires a compiler. The package therefore bundles the library without its
 * sources.
 */
const NATIVE_ADDON = "better-sqlite3";
const TO_COMPILE = /\/(binding\.gyp|deps|src)$/;

/**
 * Fills the package with the service and its command line. Returns the manifest fields from the
 * root's manifest.
 */
export const fillServerPackage = (folder, root) => {
  for (const each of FOLDERS)
    cpSync(each, join(folder, each), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path.replaceAll("\\", "/")),
    });
  cpSync("NOTICE", join(folder, "NOTICE"));
  bundle(join(folder, "node_modules", NATIVE_ADDON));
  return {
    files: [...FOLDERS, "NOTICE"],
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

/** Returns the dependencies that a file of the package imports. */
function importsIn(folder, dependencies) {
  const names = FOLDERS.flatMap((each) =>
    readdirSync(join(folder, each), { recursive: true, withFileTypes: true }),
  )
    .filter((entry) => entry.isFile() && /\.[mc]?js$/.test(entry.name))
    .flatMap(({ parentPath, name }) => findImports(readFileSync(join(parentPath, name), "utf8")));
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => names.includes(name)));
}

/** Returns the packages that a script imports. */
const findImports = (script) =>
  [
    ...script.matchAll(
      /\b(?:from|import|require)\s*\(?\s*["'`]((?:@[^/"'`]+\/)?[^./"'`][^/"'`]*)/g,
    ),
  ].map(([, name]) => name);
