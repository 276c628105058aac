// Every Node has to parse this file, to be told in words that it is too old: its syntax is that of Node 14.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The oldest Node that everything here runs on; `src/cli/node-version.ts` says the same. */
export const OLDEST_NODE = "22.15.0";

/** Whether a Node is not older than the oldest one. */
export const isNewEnough = (version) => {
  const [major, minor] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
};

/** The Node to run on: this one, or one that was installed beside it; null where neither is new enough. */
export const findNode = () =>
  isNewEnough(process.versions.node) ? process.execPath : installedNode();

/** Why nothing can run here, in one sentence that says what to do. */
export const tooOld = () =>
  `service-link needs Node ${OLDEST_NODE} or newer, and this is ${process.versions.node}: ` +
  "run npm ci without --omit=optional, which brings one for most machines, " +
  "or install Node 24 from https://nodejs.org\n";

/** The Node that `npm ci` installs for a machine whose own is older, where it runs: it needs glibc. */
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
