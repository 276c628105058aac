import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measureAccuracy, shareRight, withAccuracy } from "./accuracy.ts";

const PAGE = join(import.meta.dirname, "../../docs/enrichment.md");

const measured = await measureAccuracy();

test("98 % of the answers with the confidence VERY_HIGH are right, and 90 % of those with HIGH", () => {
  expect(shareRight(measured, "VERY_HIGH")).toBeGreaterThanOrEqual(0.98);
  expect(shareRight(measured, "HIGH")).toBeGreaterThanOrEqual(0.9);
});

test("docs/enrichment.md has the tables as they are measured", async () => {
  const page = readFileSync(PAGE, "utf8");
  await expect(withAccuracy(page, measured)).toMatchFileSnapshot(PAGE);
});
