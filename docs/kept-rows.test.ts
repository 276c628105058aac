import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KEPT_OF_ITEMS } from "../sim/kept-rows.ts";

test("docs/account.md names each table that keeps rows of a removed Item, what they say, and until when", () => {
  const page = readFileSync("docs/account.md", "utf8");
  const table = page.split("| Table | Kept | Until |\n|---|---|---|\n")[1]?.split("\n\n")[0];
  const rows = KEPT_OF_ITEMS.map(
    ({ table: name, keeps, until }) => `| \`${name}\` | ${keeps} | ${until} |`,
  );
  expect(table?.trim().split("\n")).toEqual(rows);
});
