import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const SCRIPT = join(import.meta.dirname, "browsers.mjs");

/** A machine with only these shell scripts as commands. Each call is logged. */
const machine = (commands: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, "log");
  writeFileSync(log, "");
  const add = (name: string, script: string) =>
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\necho "$(/usr/bin/basename $0) $*" >>${log}\nPATH=/usr/bin:/bin\ncd ${folder}\n${script}\n`,
      { mode: 0o755 },
    );
  for (const [name, script] of Object.entries(commands)) add(name, script);
  const start = (variables: Record<string, string> = {}) => {
    const env = { PATH: folder, TMPDIR: folder, PLAYWRIGHT_BROWSERS_PATH: folder, ...variables };
    const child = spawn(process.execPath, [SCRIPT], { env });
    const output = { out: "", error: "" };
    child.stdout.on("data", (text) => {
      output.out += text;
    });
    child.stderr.on("data", (text) => {
      output.error += text;
    });
    const end = once(child, "close").then(([code]) => ({ code, ...output }));
    return { output, end };
  };
  const calls = (name: string) =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line.startsWith(`${name} `));
  return { folder, start, calls };
};

/** A download that ends on the test's signal, and fails during another download. */
const DOWNLOAD = `
  mkdir running || exit 1
  read line <go
  rmdir running
  echo '#!/bin/sh' >chromium
  chmod 755 chromium`;

test("prints the path of an installed Chromium, and installs nothing", async () => {
  const { folder, start, calls } = machine({ chromium: "", npx: "exit 1", "apt-get": "exit 1" });
  const { code, out, error } = await start().end;
  expect([code, error]).toEqual([0, ""]);
  expect(out).toContain(`Chromium is ${join(folder, "chromium")}\n`);
  expect(calls("npx")).toEqual([]);
});

test("two processes install one Chromium, and the second says that it waits", async () => {
  const { folder, start, calls } = machine({ npx: DOWNLOAD, "apt-get": "exit 1" });
  execFileSync("mkfifo", [join(folder, "go")]);
  const first = start();
  await expect.poll(() => calls("npx")).toHaveLength(1);
  const second = start();
  await Promise.race([expect.poll(() => second.output.out).toContain("Waiting"), second.end]);
  await writeFile(join(folder, "go"), "\n");
  for (const { code, out, error } of [await first.end, await second.end]) {
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain(`Chromium is ${join(folder, "chromium")}\n`);
  }
  expect(first.output.out).toMatch(/^Installing Chromium for the journeys …\n/);
  expect(second.output.out).toMatch(/^Waiting for another process, which installs browsers …\n/);
  expect(calls("npx")).toEqual(["npx playwright install chromium"]);
});

test("a Chromium that does not start counts as missing", async () => {
  const { start, calls } = machine({ chromium: "exit 127", npx: "exit 1", "apt-get": "exit 1" });
  expect((await start().end).code).toBe(1);
  expect(calls("npx")).toContain("npx playwright install chromium");
});

test("exits with one sentence and the command to type if there is no Chromium", async () => {
  const { start } = machine({ npx: "echo noise >&2; exit 1", "apt-get": "exit 100" });
  const { code, out, error } = await start().end;
  expect(code).toBe(1);
  expect(out).toMatch(/^Installing Chromium for the journeys …\n/);
  expect(error).toMatch(
    /^The journeys need Chromium, and none is here or could be installed: type (sudo apt-get install chromium |npx playwright install )[^\n]+CHROMIUM_PATH\n$/,
  );
});

test("a CHROMIUM_PATH that does not start is reported, and no other one is installed", async () => {
  const { start, calls } = machine({ npx: "exit 1", "apt-get": "exit 1" });
  const { code, error } = await start({ CHROMIUM_PATH: "/nowhere/chromium" }).end;
  expect(code).toBe(1);
  expect(error).toBe(
    "The journeys need Chromium, and CHROMIUM_PATH names /nowhere/chromium, which does not start\n",
  );
  expect(calls("npx")).toEqual([]);
});
