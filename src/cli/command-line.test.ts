import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { SettingsError } from "../server/host/settings/settings.ts";
import { hostileText } from "../testing/hostile-text.ts";
import { HARMFUL } from "../testing/hostile-values.ts";
import { samples } from "../testing/property-samples.ts";
import { testApp } from "../testing/test-app/test-app.ts";
import { defineCommand, defineGroup, flag, text, texts } from "./command.ts";
import { printedBy, runCli } from "./run-cli.fixture.ts";

const paint = defineCommand({
  name: "paint",
  summary: "paint a thing",
  operand: "[thing]",
  options: {
    color: text("--color <name>", "in this color", "red"),
    near: texts("--near <thing>", "beside it"),
    light: flag("--no-light", "in the dark"),
  },
  run: async ({ values, operand, context }) => context.out(JSON.stringify({ ...values, operand })),
});

const failing = (name: string, failure: Error) =>
  defineCommand({
    name,
    summary: "fail",
    operand: "<ID>",
    options: {},
    run: async () => {
      throw failure;
    },
  });

const group = defineGroup("things", "do several things", [
  failing("refuse", new SettingsError("it cannot be")),
  failing("break", new Error("unforeseen")),
]);

const run = (...line: string[]) => runCli(line, {}, [paint, group]);

/** Returns the error output of an invalid command line. There is no other output. */
const refusal = async (...line: string[]) => {
  const { code, out, err } = await run(...line);
  expect([code, out]).toEqual([1, ""]);
  return err;
};

test("a command gets its options and its arguments", async () => {
  expect(JSON.parse((await run("paint")).out)).toEqual({
    color: "red",
    near: [],
    light: true,
    operand: "",
  });
  const line = ["paint", "door", "--color=blue", "--near", "a", "--no-light", "--near", "b"];
  expect(JSON.parse((await run(...line)).out)).toEqual({
    color: "blue",
    near: ["a", "b"],
    light: false,
    operand: "door",
  });
});

test("help is printed for all commands, for some, and for one, in every way to ask for it", async () => {
  const whole = await run();
  expect(whole).toMatchObject({ code: 0, err: "" });
  expect(whole.out).toContain("Usage: service-link <command> [options]");
  expect(whole.out).toMatch(/^ {2}paint \[thing\] {2,}paint a thing$/m);
  for (const line of [["help"], ["--help"], ["-h"]]) expect(await run(...line)).toEqual(whole);
  const own = await run("paint", "--help");
  expect(own.out).toMatch(/^ {2}--color <name> {2,}in this color \(default: red\)$/m);
  for (const line of [
    ["help", "paint"],
    ["paint", "-h"],
    ["paint", "door", "--help"],
  ])
    expect(await run(...line)).toEqual(own);
  expect((await run("things", "--help")).out).toMatch(/^ {2}refuse <ID> {2,}fail$/m);
  expect(await run("things")).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("refuse <ID>"),
  });
});

test("help wraps by words at any width, and breaks no sentence elsewhere", async () => {
  for (const line of [[], ...(await paths())])
    for (const columns of [32, 60, 80, 200]) {
      const { code, out } = await runCli([...line, "--help"], { columns });
      expect(code).toBe(0);
      const width = Math.min(columns, 100);
      const lines = out.split("\n");
      expect(lines.filter((line) => line.length > width && /\S\s+\S/.test(line))).toEqual([]);
      const early = lines.filter((line, at) => {
        const [next = ""] = /^\S+/.exec(lines[at + 1] ?? "") ?? [];
        const isEnd = next === "" || line === "" || /[.:]$|^ /.test(line);
        return !isEnd && `${line} ${next}`.length <= width;
      });
      expect(early).toEqual([]);
    }
});

/** Returns the names of all commands and their subcommands. */
const paths = async (above: string[] = []): Promise<string[][]> => {
  const { out } = await runCli([...above, "--help"]);
  const names = (out.split("Commands:\n")[1] ?? "").matchAll(/^ {2}([a-z-]+)/gm);
  const optionLists: string[][] = [];
  for (const [, name = ""] of names)
    optionLists.push([...above, name], ...(await paths([...above, name])));
  return optionLists;
};

test("the version is printed", async () => {
  for (const line of ["--version", "-v", "version"])
    expect(await run(line)).toEqual({ code: 0, out: "1.2.3\n", err: "" });
});

test("an unknown command exits with 2 and the way to the help, even if its name is one of every object", async () => {
  for (const name of ["zebra", "constructor", "__proto__"]) {
    const { code, out, err } = await run(name);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe(
      `service-link: unknown command '${name}'\nservice-link --help shows all commands.\n`,
    );
  }
  expect((await run("pant")).err).toBe(
    "service-link: unknown command 'pant'; did you mean paint?\nservice-link --help shows all commands.\n",
  );
});

test("a wrong command line is refused in one sentence that says what is right", async () => {
  expect(await refusal("paint", "--colr", "x")).toBe(
    "service-link: unknown option '--colr'; did you mean --color?\n",
  );
  expect(await refusal("paint", "--x")).toBe(
    "service-link: unknown option '--x'; there are --color, --near, --no-light, --help\n",
  );
  expect(await refusal("things", "refus")).toBe(
    "service-link: unknown command 'refus'; did you mean refuse?\n",
  );
  expect(await refusal("things", "refuse")).toBe(
    "service-link: missing required argument 'ID'; write it like: service-link things refuse [options] <ID>\n",
  );
  expect(await refusal("paint", "a", "b")).toContain("too many arguments");
  expect(await refusal("paint", "--color")).toContain("argument missing; write it like:");
  expect(await refusal("paint", "--color", "--no-light")).toContain("'--no-light' is invalid");
});

test("a start that is refused prints one sentence, and any other error its stack", async () => {
  expect(await refusal("things", "refuse", "x")).toBe("service-link: it cannot be\n");
  expect(await refusal("things", "break", "x")).toMatch(/^Error: unforeseen\n +at /);
});

test.each(["keys", "usage"])("%s makes no store if there is none", async (command) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = (data: string) => printedBy([command, "--data", data]);
  await expect(run(folder)).rejects.toThrow(`there is no store in ${folder}; start the server`);
  expect(existsSync(join(folder, "service-link.db"))).toBe(false);
  await expect(run(join(folder, "deeper"))).rejects.toThrow("there is no store in");
  expect(existsSync(join(folder, "deeper"))).toBe(false);
});

test("keys makes a client a partner, and revokes that", async () => {
  const { folder, services, client, advanceClock } = await testApp();
  const keys = (...options: string[]) => printedBy(["keys", "--data", folder, ...options]);
  const isPartner = async () => {
    advanceClock(1000);
    return (await services.store.clients.byClientId(client.clientId))?.partner;
  };
  expect(await keys("--partner", "on")).toContain("partner     yes");
  expect(await isPartner()).toBe(true);
  await keys();
  expect(await isPartner()).toBe(true);
  await keys("--partner", "off");
  expect(await isPartner()).toBe(false);
  await expect(keys("--partner", "yes")).rejects.toThrow("on or off");
});

test("no text of another steers the terminal, by output, notes, questions or failures", async () => {
  await fc.assert(
    fc.asyncProperty(hostileText(), fc.boolean(), async (hostile, fails) => {
      const show = defineCommand({
        ...{ name: "show", summary: "show a text", operand: "[text]", options: {} },
        run: async ({ context }) => {
          context.out(`out ${hostile}`);
          context.err.write(`note ${hostile}`);
          await context.prompt(`question ${hostile}`);
          if (fails) throw new SettingsError(`failure ${hostile}`);
          throw new Error(hostile);
        },
      });
      let asked = "";
      const prompt = async (question: string) => {
        asked += question;
        return null;
      };
      const shown = await runCli(["show"], { prompt }, [show]);
      const wrong = await runCli([`--${hostile}`], {}, [show]);
      // Colors and line breaks do no harm.
      for (const text of [shown.out, shown.err, asked, wrong.err])
        expect(text.replaceAll("\u001b[31m", "").replaceAll(/\r?[\n\t]/g, "")).not.toMatch(HARMFUL);
      expect([shown.out, shown.err, asked].map((text) => /^\w+/.exec(text)?.[0])).toEqual([
        ...["out", "note", "question"],
      ]);
    }),
    { numRuns: samples(500) },
  );
});
