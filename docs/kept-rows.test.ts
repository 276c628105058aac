import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KEPT_OF_CLIENTS, KEPT_OF_ITEMS, type KeptRows } from "../sim/kept-rows.ts";

test("docs/account.md names each table that keeps rows of a removed Item or client, what they say, and until when", () => {
  const page = readFileSync("docs/account.md", "utf8");
  const tables = page
    .split("| Table | Kept | Until |\n|---|---|---|\n")
    .slice(1)
    .map((rest) => rest.split("\n\n")[0]?.trim().split("\n"));
  const listRows = (kept: readonly KeptRows[]) =>
    kept.map(({ table: name, keeps, until }) => `| \`${name}\` | ${keeps} | ${until} |`);
  expect(tables).toEqual([listRows(KEPT_OF_ITEMS), listRows(KEPT_OF_CLIENTS)]);
});
