import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const PROJECT = join(import.meta.dirname, "..");

/** Runs `.ci/run` in a folder in which each part only says its name, and `failing` fails. */
const runCi = (failing: string) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-ci-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of [".ci", "scripts", "bin"]) mkdirSync(join(folder, name));
  copyFileSync(join(PROJECT, ".ci/run"), join(folder, ".ci/run"));
  const part = (name: string) =>
    `#!/bin/sh\necho "ran ${name} $*"\n[ "${name} $*" != "${failing}" ]\n`;
  const stubs = ["npm", "apt-get", "caddy", "nginx", "redis-server"].map((name) => `bin/${name}`);
  for (const path of [...stubs, "scripts/bare-machine.sh"]) {
    writeFileSync(join(folder, path), part(path.replace(/^bin\//, "")));
    chmodSync(join(folder, path), 0o755);
  }
  const PATH = `${join(folder, "bin")}:${process.env.PATH}`;
  const { stdout, status } = spawnSync("bash", [".ci/run"], {
    cwd: folder,
    env: { ...process.env, PATH },
    encoding: "utf8",
  });
  const [parts = "", table = ""] = stdout.split(/\n\nPart +Time *\n/);
  return { status, ran: parts.match(/^ran npm .*/gm), table: table.trim().split("\n") };
};

test("CI runs each part, and ends with a table of their times", () => {
  const { status, ran, table } = runCi("");
  expect(status).toBe(0);
  expect(ran).toEqual([
    "ran npm ci",
    "ran npm test",
    "ran npm run test:e2e:more",
    "ran npm run sim -- --cpu-minutes 1",
    "ran npm run test:endurance",
    "ran npm run test:nodes",
    "ran npm run test:packages",
  ]);
  expect(table).toHaveLength(9);
  for (const row of table) expect(row).toMatch(/^\S.* +\d+:\d\d {2}passed$/);
});

test("CI stops at the first part that fails, which the table names last", () => {
  const { status, ran, table } = runCi("npm run test:e2e:more");
  expect(status).not.toBe(0);
  expect(ran?.at(-1)).toBe("ran npm run test:e2e:more");
  expect(table.at(-1)).toMatch(/^more journeys +0:\d\d {2}FAILED$/);
});
