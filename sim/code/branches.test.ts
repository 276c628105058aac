import { expect, test } from "vitest";
import { listBranches } from "./branches.ts";

test("functions and the sides of decisions are branches", () => {
  const text =
    "const f = (a?: number, b = 1): number => {\n  if (a) return a;\n  return a ?? b;\n};\n";
  expect(listBranches(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    "1",
    "{\n  if (a) return a;\n  return a ?? b;\n}",
    "return a;",
    "b",
  ]);
});
