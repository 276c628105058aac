// Every Node version must parse this file, which reports that a Node is too old. The syntax is
// therefore that of Node 14.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The oldest supported Node; `src/cli/node-version.ts` has the same. */
export const OLDEST_NODE = "22.15.0";

/** Whether a Node version is supported. */
export const isNewEnough = (version) => {
  const [major, minor] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
};

/**
 * Returns the Node to use: the running Node, or the Node that `npm ci` installed; null if both are
 * too old.
 */
export const findNode = () =>
  isNewEnough(process.versions.node) ? process.execPath : installedNode();

/** Returns why no supported Node exists, in a sentence with the remedy. */
export const tooOld = () =>
  `service-link needs Node ${OLDEST_NODE} or newer, and this is ${process.versions.node}: ` +
  "run npm ci without --omit=optional, which brings one for most machines, " +
  "or install Node 24 from https://nodejs.org\n";

/** The Node that `npm ci` installs on a machine with an older Node, if it runs: it needs glibc. */
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
