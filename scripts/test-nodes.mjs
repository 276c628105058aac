// Tests that depend on the Node: the store's contract, the app and one whole journey in a browser,
// on the oldest Node and on the newest one; and that an older one is refused. Run `npm run build`
// first.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { OLDEST_NODE } from "./find-node.mjs";

const NEWEST = "26";
const TOO_OLD = "20";

const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--reporter=agent"];
const APP = ["store", "api", "bridge", "jobs"].map((part) => `src/server/${part}`);
const ENDURANCE = ["src/cli/loaded-modules", "src/server/store/dialects/postgres.test"];
const PLAYWRIGHT = ["node_modules/@playwright/test/cli.js", "test", "-c", "e2e", "--reporter=line"];
const JOURNEY = ["shop.spec.ts", "-g", "a newcomer links", "--project=pages"];

const system = process.platform === "win32" ? "win" : process.platform;
const folder = mkdtempSync(join(tmpdir(), "service-link-nodes-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

for (const version of [OLDEST_NODE, NEWEST]) {
  const node = install(version);
  must(`the store and the app on Node ${version}`, run(node, [...VITEST, ...APP]));
  const endurance = [...VITEST, "--mode", "endurance", ...ENDURANCE];
  must(`PostgreSQL and the loaded modules on Node ${version}`, run(node, endurance));
  must(`a journey on Node ${version}`, run(node, [...PLAYWRIGHT, ...JOURNEY]));
}
const refusal = run(install(TOO_OLD), ["dist/cli.js", "serve"], "pipe");
const isOneSentence = /^service-link needs Node [^\n]+\n$/.test(refusal.stderr);
must(`Node ${TOO_OLD} is refused in one sentence`, {
  status: refusal.status === 1 && isOneSentence ? 0 : 1,
});

/** Downloads a Node from npm. Returns the path of its binary. */
function install(version) {
  const name = `node-${system}-${process.arch}`;
  const prefix = join(folder, version);
  const installArguments = ["install", "--silent", "--ignore-scripts", "--prefix", prefix];
  must(
    `Node ${version} is installed`,
    spawnSync("npm", [...installArguments, `${name}@${version}`], {
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    }),
  );
  return join(
    prefix,
    "node_modules",
    name,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
}

/** Runs a script on a Node, with that Node first in the PATH. */
function run(node, args, stdio = "inherit") {
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  return spawnSync(node, args, { stdio, encoding: "utf8", env: { ...process.env, PATH } });
}

function must(what, { status }) {
  process.stdout.write(`${status === 0 ? "✓" : "✗"} ${what}\n`);
  if (status !== 0) process.exit(1);
}
