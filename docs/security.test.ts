import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "..");
const page = readFileSync(join(import.meta.dirname, "security.md"), "utf8");

/** The rows of the table: a number, what holds, and a link to the file that tests it. */
const rows = [
  ...page.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \|[^|]+\| \[([^\]]+)\]\(\.\.\/([^)]+)\) \|$/gm),
].map(([, row = "", name = "", file = ""]) => ({ row, name, file }));

test("every row of the ASVS links the file of its test, by the file's name", () => {
  const all = page.split("\n").filter((line) => /^\| \d+\.\d+\.\d+/.test(line));
  expect(rows).toHaveLength(all.length);
  expect(rows.length).toBeGreaterThan(25);
  const missing = rows.filter(({ name, file }) => {
    const path = join(PROJECT, file);
    return (
      basename(file) !== name ||
      !/\.(test|spec)\.tsx?$|^src\/testing\//.test(file) ||
      !existsSync(path) ||
      !/\b(test|it)(\.each\b|\()/.test(readFileSync(path, "utf8"))
    );
  });
  expect(missing).toEqual([]);
});

/** How many families of requirements each chapter of ASVS 5.0 has, from 1 on. */
const FAMILIES = [5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5, 3];

test("every family of the ASVS has a row, or a word on why not", () => {
  const firstCells = page
    .split("\n")
    .filter((line) => /^\| \d+\.\d/.test(line))
    .map((line) => line.split("|")[1] ?? "");
  const families = new Set(firstCells.flatMap((cell) => cell.match(/\d+\.\d+/g) ?? []));
  const all = FAMILIES.flatMap((count, chapter) =>
    Array.from({ length: count }, (_, family) => `${chapter + 1}.${family + 1}`),
  );
  expect(all.filter((family) => !families.has(family))).toEqual([]);
});
