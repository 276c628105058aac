import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { SettingsError } from "../server/settings/settings-error.ts";
import { testApp } from "../testing/test-app/test-app.ts";
import { runCommandLine } from "./command-line.ts";
import { keys } from "./keys.ts";
import { usage } from "./usage.ts";

const HELP = `tool: what it is for

  service-link one   does one thing
      --a  this

  service-link onerous   does more
`;

const run = async (...args: string[]) => {
  const told: string[] = [];
  const code = await runCommandLine(args, {
    version: "1.2.3",
    help: HELP,
    commands: {
      one: async (given) => void told.push(`ran ${given.join(" ")}`),
      onerous: async () => {
        throw new SettingsError("it cannot be");
      },
      broken: async () => {
        throw new Error("unforeseen");
      },
    },
    out: (text) => void told.push(`out ${text}`),
    fail: (text) => void told.push(`fail ${text}`),
  });
  return [code, ...told];
};

test("a command gets the rest of the line", async () => {
  expect(await run("one", "--a", "b")).toEqual([0, "ran --a b"]);
});

test("help is all of it, or a command's own part, and no command runs for it", async () => {
  for (const asked of [[], ["help"], ["--help"], ["-h"]])
    expect(await run(...asked)).toEqual([0, `out ${HELP}`]);
  const own = "  service-link one   does one thing\n      --a  this\n";
  for (const asked of ["--help", "-h"]) expect(await run("one", asked)).toEqual([0, `out ${own}`]);
});

test("the version is told", async () => {
  for (const asked of ["--version", "-v", "version"])
    expect(await run(asked)).toEqual([0, "out 1.2.3\n"]);
});

test("what is no command is told with the help, also a name that every object has", async () => {
  for (const name of ["nothing", "constructor", "__proto__"])
    expect(await run(name)).toEqual([2, `fail no command ${name}\n\n${HELP}`]);
});

test("a start that cannot be is one sentence, anything else a trace", async () => {
  expect(await run("onerous")).toEqual([1, "fail service-link: it cannot be\n"]);
  expect(String((await run("broken"))[1])).toMatch(/^fail Error: unforeseen\n +at /);
});

test.each([
  ["keys", (data: string) => keys(["--data", data], {})],
  ["usage", (data: string) => usage(["--data", data])],
])("%s makes no store where there is none", async (_, command) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await expect(command(folder)).rejects.toThrow(`there is no store in ${folder}; start the server`);
  expect(existsSync(join(folder, "service-link.db"))).toBe(false);
  await expect(command(join(folder, "deeper"))).rejects.toThrow("there is no store in");
  expect(existsSync(join(folder, "deeper"))).toBe(false);
});

test("keys makes a client a partner, and no longer", async () => {
  const { folder, services, client, passTime } = await testApp();
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const isPartner = async () => {
    passTime(1000);
    return (await services.store.clients.byClientId(client.clientId))?.partner;
  };
  await keys(["--data", folder, "--partner", "on"], {});
  expect(await isPartner()).toBe(true);
  expect(written.mock.lastCall?.[0]).toContain("partner     yes");
  await keys(["--data", folder], {});
  expect(await isPartner()).toBe(true);
  await keys(["--data", folder, "--partner", "off"], {});
  expect(await isPartner()).toBe(false);
  await expect(keys(["--data", folder, "--partner", "yes"], {})).rejects.toThrow("on or off");
});
