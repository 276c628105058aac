import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "..");

const CONFIGURATIONS = globSync(["*.config.ts", "{e2e,packages/e2e}/*.config.ts"], {
  cwd: PROJECT,
}).toSorted();

/**
 * Loads a configuration like a tool, and prints the configuration's processes, connections, writes
 * and variables.
 */
const LOADER = `
  import childProcess from "node:child_process";
  import fs from "node:fs";
  import { Server, Socket } from "node:net";
  import { syncBuiltinESMExports } from "node:module";

  const effects = [];
  const print = fs.writeSync;
  const forbid = (object, name, isEffect = () => true) => {
    const original = object[name];
    object[name] = function (...args) {
      if (!isEffect(...args)) return original.apply(this, args);
      effects.push(name + " " + String(args[0]));
      throw new Error("a configuration has no effects");
    };
  };
  for (const name of Object.keys(childProcess))
    if (/^(spawn|exec|fork)/.test(name)) forbid(childProcess, name);
  const changes = /^(append|write|mk|rm|unlink|rename|copy|cp|l?(symlink|link|chmod|chown|utimes)|truncate|createWriteStream)/;
  for (const object of [fs, fs.promises])
    for (const name of Object.keys(object))
      if (changes.test(name)) forbid(object, name);
      else if (/^open(Sync)?$/.test(name)) forbid(object, name, (_, flags = "r") => flags !== "r" && flags !== 0);
  forbid(Socket.prototype, "connect");
  forbid(Server.prototype, "listen");
  syncBuiltinESMExports();

  const before = { ...process.env };
  const [path] = process.argv.slice(1);
  const { default: configuration } = await import(path).catch((failure) => ({ default: failure }));
  const loaded = typeof configuration === "function"
    ? await configuration({ command: "build", mode: "test" })
    : configuration;
  if (loaded instanceof Error) effects.push(loaded.message);
  for (const [name, value] of Object.entries(process.env))
    if (before[name] !== value) effects.push("process.env." + name);
  print(1, JSON.stringify({ effects, keys: Object.keys(loaded) }));
  process.exit();
`;

const load = (path: string, variables: NodeJS.ProcessEnv = {}) => {
  const node = process.features.typescript ? [] : ["--experimental-strip-types"];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...node, "--input-type=module", "--eval", LOADER, join(PROJECT, path)],
    { cwd: PROJECT, encoding: "utf8", env: { ...process.env, ...variables } },
  );
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
};

test("every tool's configuration is checked", () => {
  expect(CONFIGURATIONS).toEqual([
    "e2e/playwright.config.ts",
    "packages/e2e/playwright.config.ts",
    "vite.config.ts",
    "vitest.config.ts",
  ]);
});

for (const path of CONFIGURATIONS)
  test(`${path} starts nothing, writes nothing and sets no variable as it is loaded, with a browser or without`, () => {
    // An empty PATH hides each browser but Playwright's own.
    const hidden = { PATH: "", PLAYWRIGHT_BROWSERS_PATH: "/nowhere", TMPDIR: undefined };
    for (const variables of [{ TMPDIR: undefined }, hidden]) {
      const { effects, keys } = load(path, variables);
      expect(effects).toEqual([]);
      expect(keys.length).toBeGreaterThan(0);
    }
  });
