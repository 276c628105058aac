import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CounterpartyType } from "../../../protocol/enrichment.ts";
import { countTurns } from "../../../testing/count-turns.ts";
import { readKnowledge } from "./knowledge.ts";
import { FINANCE_CATEGORIES } from "./taxonomy.ts";

const CATEGORIES = new Set<string>(FINANCE_CATEGORIES.map(({ detailed }) => detailed));

const splitLines = (file: string): string[] =>
  readFileSync(new URL(`lists/${file}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

test("each brand has a category of the taxonomy", () => {
  const unknown = splitLines("brands.tsv").filter(
    (line) => !CATEGORIES.has(line.split("\t")[1] ?? ""),
  );
  expect(unknown).toEqual([]);
});

test("each section of the merchants has a category of the taxonomy, and maybe a type", () => {
  for (const heading of splitLines("merchants.txt").filter((line) => line.startsWith("["))) {
    const [category = "", type = "merchant"] = heading.slice(1, -1).split(" ");
    expect(CATEGORIES).toContain(category);
    expect(CounterpartyType.options).toContain(type);
  }
});

test("each merchant has a name, a website or none, and other names or none", () => {
  const merchants = splitLines("merchants.txt").filter((line) => !line.startsWith("["));
  const wrong = merchants.filter(
    (line) => !/^[^|]+ \| (?:[\w.-]+\.[a-z]+)? ?\|(?: [^|]+)?$/.test(line.replace("| |", "|  |")),
  );
  expect(wrong).toEqual([]);
});

test("each section of the patterns has a score and the categories of both directions", () => {
  for (const heading of splitLines("patterns.txt").filter((line) => line.startsWith("["))) {
    const [score = "", ...categories] = heading.slice(1, -1).split(" ");
    expect(Number(score)).toBeGreaterThan(50);
    expect(Number(score)).toBeLessThan(100);
    expect(categories).toHaveLength(2);
    for (const category of categories) if (category !== "-") expect(CATEGORIES).toContain(category);
  }
});

test("each payment service has words, a name, a type and a website", () => {
  for (const line of splitLines("intermediaries.txt")) {
    const [words, name, type, website] = line.split(" | ");
    expect([words, name, website].every(Boolean)).toBe(true);
    expect(CounterpartyType.options).toContain(type);
  }
});

test("the licence of the brands is in their file", () => {
  const file = readFileSync(new URL("lists/brands.tsv", import.meta.url), "utf8");
  expect(file).toContain("name-suggestion-index");
  expect(file).toContain("Redistributions in binary form must reproduce");
});

test("other work has its turns while the data files are read", async () => {
  expect(await countTurns(readKnowledge)).toBeGreaterThan(20);
});
