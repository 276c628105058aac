import { expect, test } from "vitest";
import { runLimited } from "./run-limited.ts";

const run = (script: string, cpuSeconds: number) =>
  runLimited(import.meta.dirname, ["--eval", script], { cpuSeconds });

test("a program's output and exit code are returned", async () => {
  const ended = await run("console.log('judged'); process.exitCode = 3", 60);
  expect(ended).toEqual({ out: "judged\n", code: 3 });
});

test.skipIf(process.platform === "win32")(
  "a program that never waits ends after its seconds of CPU",
  async () => {
    expect((await run("for (;;);", 1)).code).not.toBe(0);
  },
);
