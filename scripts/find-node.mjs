// Every Node has to parse this file, to print that it is too old: its syntax is that of Node 14.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The oldest supported Node; `src/cli/node-version.ts` has the same. */
export const OLDEST_NODE = "22.15.0";

/** Whether a Node is not older than the oldest supported one. */
export const isNewEnough = (version) => {
  const [major, minor] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
};

/**
 * Returns the Node to run on: this one, or the one that `npm ci` installed; null if neither is new
 * enough.
 */
export const findNode = () =>
  isNewEnough(process.versions.node) ? process.execPath : installedNode();

/** Returns why nothing can run here, in one sentence with the remedy. */
export const tooOld = () =>
  `service-link needs Node ${OLDEST_NODE} or newer, and this is ${process.versions.node}: ` +
  "run npm ci without --omit=optional, which brings one for most machines, " +
  "or install Node 24 from https://nodejs.org\n";

/** The Node that `npm ci` installs for a machine with an older one, if it runs: it needs glibc. */
function installedNode() {
  const system = process.platform === "win32" ? "win" : process.platform;
  const binary = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  const paths = ["node", "node-bin"]
    .map((prefix) => `../node_modules/${prefix}-${system}-${process.arch}/${binary}`)
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .filter((path) => existsSync(path) && runs(path));
  return paths.length > 0 ? paths[0] : null;
}

function runs(path) {
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return status === 0 && isNewEnough(stdout.trim().slice(1));
}
