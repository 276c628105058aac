import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COUNTRY_CODES } from "../src/protocol/vocabulary.ts";
import { SANDBOX_INSTITUTIONS } from "../src/server/connectors/sandbox/catalogue/index.ts";

const ROOT = join(import.meta.dirname, "..");
const PAGES = ["README.md", ...globSync("{docs,packages/*}/*.md", { cwd: ROOT })];
const COUNT =
  /\b(\d+)\s+(?:fictional|made-up)\s+(?:banks|institutions)(?:\s+in\s+(\d+)\s+countries)?/g;

test("the README and the documentation count the banks of the sandbox and their countries", () => {
  const counts = PAGES.flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(COUNT)].map(([, banks, countries]) => ({
      page,
      banks,
      countries,
    })),
  );
  const pages = counts.map(({ page }) => page);
  expect(pages).toEqual(expect.arrayContaining(["README.md", join("docs", "sandbox.md")]));
  for (const { page, banks, countries } of counts) {
    expect([page, banks]).toEqual([page, String(SANDBOX_INSTITUTIONS.length)]);
    if (countries !== undefined)
      expect([page, countries]).toEqual([page, String(COUNTRY_CODES.length)]);
  }
});
