import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const PROJECT = join(import.meta.dirname, "..");

/**
 * Runs a file of the project in a folder with stub commands. Each prints its name, and `failing`
 * fails.
 */
const runAmongStubs = (program: string, [file = "", ...args]: string[], failing = "") => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-ci-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of [".ci", "scripts", "bin", "src/server/formats"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const path of [file, "scripts/journeys.mjs"])
    copyFileSync(join(PROJECT, path), join(folder, path));
  const stub = (name: string) =>
    `#!/bin/sh\necho "ran ${name} $*"\n[ "${name} $*" != "${failing}" ]\n`;
  const commands = ["npm", "node", "apt-get", "caddy", "haproxy", "nginx", "redis-server"];
  for (const path of [...commands.map((name) => `bin/${name}`), "scripts/bare-machine.sh"]) {
    writeFileSync(join(folder, path), stub(path.replace(/^bin\//, "")));
    chmodSync(join(folder, path), 0o755);
  }
  const PATH = `${join(folder, "bin")}:${process.env.PATH}`;
  const { stdout, status } = spawnSync(program, [file, ...args], {
    cwd: folder,
    env: { ...process.env, PATH },
    encoding: "utf8",
  });
  return { status, out: stdout, ran: stdout.match(/^ran (npm|node|scripts).*/gm) };
};

const runCi = (failing?: string) => {
  const { status, out, ran } = runAmongStubs("bash", [".ci/run"], failing);
  const [, table = ""] = out.split(/\n\nPart +Time *\n/);
  return { status, ran, table: table.trim().split("\n") };
};

test("CI runs each part, and ends with a table of their times", () => {
  const { status, ran, table } = runCi();
  expect(status).toBe(0);
  expect(ran).toEqual([
    "ran scripts/bare-machine.sh checks",
    "ran npm ci",
    "ran npm run build",
    "ran npm run test:e2e",
    "ran npm run test:e2e:more",
    "ran npm run sim -- --cpu-minutes 1",
    "ran npm run sim -- --mutants again",
    "ran npm run test:endurance",
    "ran npm run test:nodes",
    "ran npm run test:packages",
  ]);
  expect(table).toHaveLength(11);
  for (const row of table) expect(row).toMatch(/^\S.* +\d+:\d\d {2}passed$/);
});

test("CI stops at the first part that fails, which the table names last", () => {
  const { status, ran, table } = runCi("npm run test:e2e:more");
  expect(status).not.toBe(0);
  expect(ran?.at(-1)).toBe("ran npm run test:e2e:more");
  expect(table.at(-1)).toMatch(/^more journeys +0:\d\d {2}FAILED$/);
});

test("npm test runs the checks, the build, the unit tests and the journeys", () => {
  const { status, ran } = runAmongStubs(process.execPath, ["scripts/test.mjs"]);
  expect(status).toBe(0);
  expect(ran).toEqual([
    "ran npm run check",
    "ran npm run build",
    "ran node scripts/with-node.mjs vitest run",
    "ran npm run test:e2e",
  ]);
});

test("npm test of a folder runs its checks, its unit tests and its journeys", () => {
  const { ran } = runAmongStubs(process.execPath, ["scripts/test.mjs", "src/server/formats/"]);
  expect(ran).toEqual([
    "ran npm run check -- src/server/formats",
    "ran node scripts/with-node.mjs scripts/build.mjs --if-old",
    "ran npm run browsers",
    "ran node scripts/with-node.mjs playwright test -c e2e --project=chromium --project=pages --project=partitioned e2e/files.spec.ts",
  ]);
});
