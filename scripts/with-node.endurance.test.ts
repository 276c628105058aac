import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildCommand } from "../src/testing/test-command.ts";

const PROJECT = join(import.meta.dirname, "..");

/** Makes a Node report an old version. */
const OLD = `--import=data:text/javascript,${encodeURIComponent(
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })',
)}`;

const { scripts } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));

/** A checkout without installed packages. */
const checkout = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(import.meta.dirname, join(folder, "scripts"), { recursive: true });
  return folder;
};

/** The path at which the Node for this platform is installed. */
const installedIn = (folder: string): string => {
  const node = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  mkdirSync(dirname(node), { recursive: true });
  return node;
};

const run = (folder: string, ...args: string[]) => {
  const ran = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { code: ran.status, out: ran.stdout, error: ran.stderr };
};

/** One sentence with the current Node, the required one, and the remedy. */
const SENTENCE =
  /^service-link needs Node 22\.15\.0 or newer, and this is 20\.20\.2: [^.]*npm ci[^.]*https:\/\/nodejs\.org\n$/;

test("every script of npm's runs on a Node that is new enough", () => {
  const commands = Object.values<string>(scripts).flatMap((script) => script.split(" && "));
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands)
    expect(command).toMatch(/^(node scripts\/with-node\.mjs \S|npm run \w)/);
});

test("each script exits with one sentence if no Node is new enough", () => {
  const folder = checkout();
  for (const script of Object.values<string>(scripts)) {
    const [, ...args] = (
      script.split(" && ").find((command) => command.startsWith("node ")) ?? ""
    ).split(" ");
    const { code, out, error } = run(folder, OLD, ...args);
    expect([script, code, out]).toEqual([script, 1, ""]);
    expect(error).toMatch(SENTENCE);
  }
});

test("an old Node hands over to the one that was installed, and so does all that it starts", () => {
  const folder = checkout();
  const node = installedIn(folder);
  symlinkSync(process.execPath, node);
  writeFileSync(
    join(folder, "told.mjs"),
    "console.log(JSON.stringify([process.versions.node, ...process.argv.slice(2)]))",
  );
  const { code, out } = run(folder, OLD, "scripts/with-node.mjs", "told.mjs", "--a", "b c");
  expect([code, JSON.parse(out)]).toEqual([0, [process.versions.node, "--a", "b c"]]);
  const byPath = run(folder, OLD, "scripts/with-node.mjs", "sh", "-c", "command -v node");
  expect(byPath.out).toBe(`${node}\n`);
});

test("an installed Node that does not run here is ignored", () => {
  const folder = checkout();
  const node = installedIn(folder);
  writeFileSync(node, "#!/nowhere/at/all\n");
  chmodSync(node, 0o755);
  const { code, error } = run(folder, OLD, "scripts/with-node.mjs", "scripts/build.mjs");
  expect(code).toBe(1);
  expect(error).toMatch(SENTENCE);
});

test("a command's exit code or signal is passed on", async () => {
  const folder = checkout();
  const script = ["scripts/with-node.mjs", "sh", "-c"];
  expect(run(folder, ...script, "exit 7").code).toBe(7);
  expect(run(folder, ...script, "kill -KILL $$").code).toBe(137);
  expect(run(folder, "scripts/with-node.mjs", "no-such-command")).toMatchObject({
    code: 1,
    error: expect.stringContaining("no-such-command"),
  });
  const waits = spawn(
    process.execPath,
    [...script, "trap 'exit 3' TERM; echo up; while :; do sleep 0.1; done"],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await once(waits.stdout, "data");
  waits.kill("SIGTERM");
  expect(await once(waits, "exit")).toEqual([3, null]);
});

test("the command line refuses an old Node in a sentence of its own, before it loads anything else", async () => {
  await buildCommand();
  for (const args of [["serve"], ["doctor"], ["--version"], []]) {
    const { code, out, error } = run(PROJECT, OLD, "dist/cli.js", ...args);
    expect([code, out]).toEqual([1, ""]);
    expect(error).toMatch(
      /^service-link needs Node 22\.15\.0 or newer, and this is 20\.20\.2: [^.]*https:\/\/nodejs\.org\n$/,
    );
  }
});

test("an installation runs no script of any package", () => {
  expect(readFileSync(join(PROJECT, ".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
});
