// What the built files were made from, so that a start knows when they are old.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";

const STAMP = "dist/built-from.txt";

/** Whatever a build may read, or is done by; a test is neither. */
const FOLDERS = ["src", "demo/shop", "demo/bank", "scripts"];
const FILES = ["package.json", "package-lock.json", "vite.config.ts", "tsconfig.json"];
const TEST = /\.test\.tsx?$/;

/** Which files there are to build from, and how old and large each is, as one digest. */
export const stampOf = () => {
  const hash = createHash("sha256");
  for (const path of [...FOLDERS.flatMap(filesIn), ...FILES]) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex");
};

/** Whether there is a whole build of just these files. */
export const isBuilt = () => {
  try {
    return readFileSync(STAMP, "utf8") === stampOf();
  } catch (failure) {
    if (failure.code === "ENOENT") return false;
    throw failure;
  }
};

/** Says what the build that has just ended was made from; a build that breaks off says nothing. */
export const keepStamp = (stamp) => writeFileSync(STAMP, stamp);

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !TEST.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort();
