import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { proposePending } from "./pending-rule.ts";

test("each application of the documentation is proposed the rule that it has there", () => {
  const [, table = ""] = readFileSync("docs/doors.md", "utf8").split("| Application | | |") ?? [];
  const rows = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| ([A-Z][^|]+) \| `([a-z-]+)` \|/gm)];
  expect(rows.length).toBeGreaterThan(4);
  for (const [, name = "", rule = ""] of rows)
    expect([name, proposePending(name).replaceAll("_", "-")]).toEqual([name, rule]);
});

test("a name has the rule of its application in any case and with other words", () => {
  expect(["my actual", "FIREFLY III at home", "budgetboard"].map(proposePending)).toEqual(
    Array(3).fill("left_out"),
  );
  expect(["Factual", "Ledger", ""].map(proposePending)).toEqual(Array(3).fill("as_they_are"));
});
