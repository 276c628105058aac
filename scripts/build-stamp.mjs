// Records the sources of a build, so that a start detects an outdated build.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";

const STAMP = "dist/built-from.txt";

/** All inputs of a build and the build's own scripts, without tests. */
const FOLDERS = [
  "src",
  "public",
  "demo/shop",
  "demo/bank",
  "demo/aggregator",
  "docs",
  "scripts",
  "build",
];
const FILES = ["package.json", "package-lock.json", "vite.config.ts", "tsconfig.json", "README.md"];
const TEST = /\.test\.tsx?$/;

/** Returns a digest of the names, times and sizes of all sources. */
export const computeStamp = () => {
  const hash = createHash("sha256");
  for (const path of [...FOLDERS.flatMap(filesIn), ...FILES]) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex");
};

/** Whether there is a complete build of exactly these sources. */
export const isBuilt = () => {
  try {
    return readFileSync(STAMP, "utf8") === computeStamp();
  } catch (failure) {
    if (failure.code === "ENOENT") return false;
    throw failure;
  }
};

/** Writes the stamp of a finished build. An interrupted build has no stamp. */
export const keepStamp = (stamp) => writeFileSync(STAMP, stamp);

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !TEST.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort();
