import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GROUPS, indexPage } from "./groups.mjs";
import { linkPaths, mechanismsPage } from "./mechanisms.mjs";

const DOCS = join(import.meta.dirname, "../../docs");

test("docs/index.md is the index of the groups", async () => {
  await expect(indexPage()).toMatchFileSnapshot(join(DOCS, "index.md"));
});

test("docs/mechanisms.md is the index of the mechanisms, and each of its files is there", async () => {
  await expect(mechanismsPage()).toMatchFileSnapshot(join(DOCS, "mechanisms.md"));
});

test("every page of the documentation is in one group", () => {
  const grouped = GROUPS.flatMap(({ pages }) => pages.map(([name]) => `${name}.md`));
  const pages = readdirSync(DOCS).filter((name) => name.endsWith(".md") && name !== "index.md");
  expect(grouped.toSorted()).toEqual([...pages, "decisions/index.md"].toSorted());
});

test("a path of a mechanism gets its folder and a link, and other code stays", () => {
  const exists = (path: string) =>
    ["src/link/", "src/link/host.ts", "scripts/run.mjs"].includes(path);
  expect(linkPaths("`link/`: `host.ts`, `LOGIN_ENDS`; by `scripts/run.mjs`", exists)).toBe(
    "[`link/`](../src/link/): [`link/host.ts`](../src/link/host.ts), `LOGIN_ENDS`; by [`scripts/run.mjs`](../scripts/run.mjs)",
  );
});

test("a path of a mechanism that is not there is refused with its row", () => {
  expect(() => linkPaths("`link/gone.ts`")).toThrow(
    "link/gone.ts is not there; row: `link/gone.ts`",
  );
});

test("every record of a decision is in their index", () => {
  const records = readdirSync(join(DOCS, "decisions")).filter((name) => name !== "index.md");
  expect(records.length).toBeGreaterThanOrEqual(10);
  const index = readFileSync(join(DOCS, "decisions/index.md"), "utf8");
  expect(records.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});
