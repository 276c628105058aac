import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { testApp } from "../testing/test-app/test-app.ts";
import { buildCommand, PROJECT, runCommand, toContents } from "../testing/test-command.ts";
import { runCli } from "./run-cli.fixture.ts";

beforeAll(buildCommand);

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-failed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Returns a folder in which a server was started and stopped. */
const startServer = async () => {
  const folder = join(newFolder(), "data");
  const app = await testApp({}, folder);
  await app.server.close();
  await app.services.store.close();
  return folder;
};

const SERVE = ["serve", "--port", "0", "--no-demo"];
const COMMANDS = [SERVE, ["keys"]];
const ALL_COMMANDS = [...COMMANDS, ["worker"], ["usage"], ["webhooks", "list"]];
const DB = "service-link.db";

/**
 * Runs a command in this process. Other limits, another user or another program need a separate
 * process.
 */
const runIn = (line: string[], { variables = {}, ...others }: Options) =>
  Object.keys(others).length === 0
    ? runCli(line, { variables })
    : runCommand(line, { variables, ...others });
type Options = NonNullable<Parameters<typeof runCommand>[1]>;

/** Runs commands. Each must print one sentence, exit with 1, and leave the folder unchanged. */
const expectRefusals = async (
  data: string,
  sentence: string | RegExp,
  { commands = COMMANDS, watched: folder = data, ...options }: Refusals = {},
) => {
  const before = toContents(folder);
  const run = (command: string[]) => runIn([...command, "--data", data], options);
  const examining = run(["doctor", "--port", "0"]);
  for (const result of await Promise.all(commands.map(run))) {
    expect(result).toMatchObject({ code: 1, out: "" });
    expect(result.err).toMatch(/^service-link: [^\n]+; [^\n]+\n$/);
    expect(result.err).toMatch(sentence);
  }
  const report = await examining;
  expect(report).toMatchObject({ code: 1, err: expect.stringMatching(/ wrong\n$/) });
  expect(report.out).toMatch(sentence);
  expect(report.out).toMatch(/ +→ /);
  expect(toContents(folder)).toEqual(before);
};
type Refusals = Options & { commands?: string[][]; watched?: string };

describe("a damaged store file is named with its cure, and stays unchanged", () => {
  const faults: [string, (file: string) => void, string][] = [
    ["is empty", (file) => truncateSync(file, 0), "is empty, though a server"],
    ["is cut off", (file) => truncateSync(file, 20_000), "is damaged (database disk image is"],
    ["is garbage", (file) => writeFileSync(file, "garbage ".repeat(9000)), "is not an SQLite"],
    ["has garbage in its middle", spoil, "is damaged (database disk image is malformed)"],
    ["is another program's", anotherProgram, "is the database of another program, with the tables"],
    ["has garbage for a log", (file) => writeFileSync(`${file}-wal`, "x".repeat(9000)), "-wal is"],
  ];
  test.each(faults)(
    "a store's file that %s is named with its cure, and stays as it is",
    async (_, breakIt, sentence) => {
      const data = await startServer();
      breakIt(join(data, DB));
      await expectRefusals(data, sentence);
    },
  );

  function spoil(file: string): void {
    const bytes = readFileSync(file);
    bytes.fill(0xff, 3 * 4096, 6 * 4096);
    writeFileSync(file, bytes);
  }

  function anotherProgram(file: string): void {
    rmSync(file);
    const database = new SQLite(file);
    database.exec("create table client (name); create table photo (name)");
    database.close();
  }
});

test("a log with commits after a broken one is damaged; one with only a torn end is not", async () => {
  const data = await startServer();
  const file = join(data, DB);
  const writer = new SQLite(file);
  for (let n = 0; n < 4; n++) writer.exec(`insert into mark values ('mark-${n}', 'value')`);
  const copy = join(newFolder(), "data");
  cpSync(data, copy, { recursive: true });
  writer.close();
  const log = join(copy, `${DB}-wal`);
  const whole = readFileSync(log);
  const halfWrite = Buffer.from(whole);
  halfWrite.fill(0xff, whole.length - 100);
  writeFileSync(log, halfWrite);
  expect((await runCommand(["keys", "--data", copy])).code).toBe(0);
  rmSync(join(copy, `${DB}-shm`), { force: true });
  const spoilt = Buffer.from(whole);
  spoilt.fill(0xff, 32 + 24 + 100, 32 + 24 + 200);
  writeFileSync(log, spoilt);
  await expectRefusals(copy, "-wal is damaged");
});

test.each(["master.key", "environment", "keys.json"])(
  "a %s that is empty, cut off or no file is named with its cure",
  async (name) => {
    const data = await startServer();
    const file = join(data, name);
    const whole = readFileSync(file);
    for (const remains of [Buffer.alloc(0), whole.subarray(0, 5)]) {
      writeFileSync(file, remains);
      await expectRefusals(data, name, { commands: [SERVE, ["worker"]] });
    }
    rmSync(file);
    mkdirSync(file);
    await expectRefusals(data, `${name} is not a file`);
  },
);

test("a folder that cannot be written, or is no folder, is named with its cure", async () => {
  const data = await startServer();
  const parent = join(data, "..");
  chmodSync(parent, 0o755);
  chmodSync(data, 0o555);
  await expectRefusals(data, "may not be read or written by this user", {
    asUser: true,
    commands: ALL_COMMANDS,
  });
  const deep = join(data, "deep", "data");
  const first = { asUser: true, commands: [SERVE, ["institutions", "list"]], watched: data };
  await expectRefusals(deep, `${deep} cannot be made: ${data} may not be`, first);
  chmodSync(data, 0o700);
  const file = join(parent, "file");
  writeFileSync(file, "");
  await expectRefusals(file, `${file} is not a folder`, { watched: parent });
  const below = { commands: [SERVE], watched: parent };
  await expectRefusals(join(file, "data"), `since ${file} is a file`, below);
});

test("a first start that runs out of space leaves nothing behind, wherever it was", async () => {
  const parent = newFolder();
  for (const maxBlocks of [0, 16, 200]) {
    const result = await runCommand([...SERVE, "--data", join(parent, "deep", "data")], {
      maxBlocks,
    });
    expect(result).toMatchObject({ code: 1, out: "" });
    expect(result.err).toMatch(/^service-link: [^\n]+; [^\n]*ulimit -f[^\n]*\n$/);
    expect(readdirSync(parent)).toEqual([]);
  }
});

test("a first start that is refused creates no folder", async () => {
  const data = join(newFolder(), "data");
  const production = { SERVICE_ENV: "production" };
  const result = await runCommand([...SERVE, "--data", data], { variables: production });
  expect(result).toMatchObject({
    code: 1,
    err: expect.stringContaining("SERVICE_LINK_MASTER_KEY"),
  });
  const app = await testApp();
  const port = await app.listen({ host: "127.0.0.1", port: 0 });
  const line = ["serve", "--host", "127.0.0.1", "--port", `${port}`, "--data"];
  expect((await runCommand([...line, data])).err).toMatch(
    new RegExp(`^service-link: port ${port} on 127.0.0.1 is taken by another server; choose`),
  );
  expect((await runCommand([...line, app.folder])).err).toMatch(
    new RegExp(
      `^service-link: port ${port} on 127.0.0.1 is held by this server, which is running;`,
    ),
  );
  expect(toContents(data)).toBeNull();
});

/** A lock belongs to its process: closing the file anywhere in the process releases the lock. */
const LOCK = `
  const database = new (require("better-sqlite3"))(process.argv[1]);
  database.pragma("locking_mode = exclusive");
  database.exec("begin exclusive");
  console.log("locked");
  setInterval(() => {}, 1000);
`;

test("a store that another process has locked is named with its cure", async () => {
  const data = await startServer();
  const other = spawn(process.execPath, ["--eval", LOCK, join(data, DB)], { cwd: PROJECT });
  onTestFinished(() => void other.kill());
  await once(other.stdout, "data");
  // The wait for the lock stops a whole process.
  const options = { commands: [SERVE], project: PROJECT };
  await expectRefusals(data, `${DB} is locked by another process`, options);
});

describe("SQLite's native module", () => {
  /** The built program, with a copy of the module that a test may break. */
  const projectWith = (breakIt: (file: string, prebuilds: string) => void) => {
    const project = newFolder();
    for (const part of ["dist/cli.js", "dist/public", "dist/server", "package.json"])
      cpSync(join(PROJECT, part), join(project, part), { recursive: true });
    const modules = join(project, "node_modules");
    mkdirSync(modules);
    const real = join(PROJECT, "node_modules");
    for (const name of readdirSync(real)) {
      if (name === "better-sqlite3")
        cpSync(join(real, name), join(modules, name), { recursive: true });
      else if (!name.startsWith(".")) symlinkSync(join(real, name), join(modules, name));
    }
    const prebuilds = join(modules, "better-sqlite3", "prebuilds");
    for (const name of readdirSync(prebuilds))
      if (name.includes(process.arch) && name.includes(process.platform))
        breakIt(join(prebuilds, name), prebuilds);
    return project;
  };
  const another = process.platform === "darwin" ? "linux-x64.node" : "darwin-arm64.node";

  test.each<[string, string, (file: string, prebuilds: string) => void]>([
    ["missing", "is missing for this machine", (file) => rmSync(file)],
    ["of another platform", "does not load", (file, all) => cpSync(join(all, another), file)],
    ["garbage", "does not load", (file) => writeFileSync(file, "garbage")],
  ])(
    "a native module of SQLite that is %s is named with its cure, and nothing is made",
    async (_, sentence, breakIt) => {
      const project = projectWith(breakIt);
      const data = join(newFolder(), "data");
      await expectRefusals(data, sentence, { project, commands: [SERVE], watched: data });
      const whole = await startServer();
      await expectRefusals(whole, sentence, { project });
    },
  );
});
