import { expect, test } from "vitest";
import { showSteps } from "./show-steps.mjs";

/** The output of a stream that is not a terminal. */
const output = async (failing: boolean) => {
  const pieces: string[] = [];
  const steps = showSteps({ write: (text) => pieces.push(text) }, 2);
  await steps.run("Link, the window", async () => ({ failed: false, said: "" }));
  const isDone = await steps.run("the server", async () => ({
    failed: failing,
    said: failing ? "main.ts: no such module" : "",
  }));
  steps.end(isDone);
  return pieces
    .join("")
    .replace(/\d+\.\d s/g, "N s")
    .trimEnd()
    .split("\n");
};

test("a build prints each step as it ends, in plain lines without a terminal", async () => {
  expect((await output(false)).slice(1)).toEqual([
    "  ✓ 1/2 Link, the window N s",
    "  ✓ 2/2 the server N s",
    "Built in N s",
  ]);
});

test("a failed step prints its command's output, and the build says that it failed", async () => {
  expect((await output(true)).slice(2)).toEqual([
    "  ✗ 2/2 the server N s",
    "main.ts: no such module",
    "The build failed: see above what is wrong",
  ]);
});
