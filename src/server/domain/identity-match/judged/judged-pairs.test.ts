import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { judgedPairs } from "./judged-pairs.fixture.ts";

test("the pairs are those that were frozen before the rule", () => {
  const pairs = judgedPairs();
  expect(pairs).toHaveLength(1000);
  expect(hash("sha256", JSON.stringify(pairs))).toBe(
    "c29b7c0858fe629e591b0a32d6072d0a431cc8234eb44695597591eff59672eb",
  );
});
