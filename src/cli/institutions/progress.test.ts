import { expect, test } from "vitest";
import { showProgress } from "./progress.ts";

const outputOn = (isTTY: boolean) => {
  let text = "";
  const progress = showProgress({
    isTTY,
    write: (more) => {
      text += more;
    },
  });
  return { progress, text: () => text };
};

test("a terminal sees a bar that grows in place, and then the result", () => {
  const { progress, text } = outputOn(true);
  progress.at("reading", 0);
  progress.at("reading", 0.5);
  progress.at("reading", 0.501);
  progress.done("read 2");
  expect(text().split("\r")).toEqual([
    "",
    `reading  ${"░".repeat(24)}   0 %`,
    `reading  ${"█".repeat(12)}${"░".repeat(12)}  50 %`,
    `${"read 2".padEnd("reading  ".length + 24 + 6)}\n`,
  ]);
});

test("any other output gets one line", () => {
  const { progress, text } = outputOn(false);
  progress.at("reading", 0.5);
  progress.done("read 2");
  expect(text()).toBe("read 2\n");
});
