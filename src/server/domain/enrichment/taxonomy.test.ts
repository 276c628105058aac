import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findCategory } from "../transactions/categories.ts";
import { CATEGORY_IDS } from "./category-ids.ts";
import { categoryIcon } from "./category-shape.ts";
import { FINANCE_CATEGORIES } from "./taxonomy.ts";

const DETAILED = FINANCE_CATEGORIES.map(({ detailed }) => detailed);

test("there are 16 primary and 104 detailed categories, none of them twice", () => {
  expect(new Set(FINANCE_CATEGORIES.map(({ primary }) => primary)).size).toBe(16);
  expect(DETAILED).toHaveLength(104);
  expect(new Set(DETAILED).size).toBe(104);
});

test("a detailed category begins with its primary one, as in the field's own names", () => {
  for (const { primary, detailed } of FINANCE_CATEGORIES)
    expect(detailed.startsWith(`${primary}_`)).toBe(true);
  expect(DETAILED).toContain("FOOD_AND_DRINK_COFFEE");
  expect(DETAILED).toContain("RENT_AND_UTILITIES_INTERNET_AND_CABLE");
  expect(DETAILED).toContain("ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS");
});

test("each category has a sentence of its own", () => {
  const sentences = FINANCE_CATEGORIES.map(({ description }) => description);
  expect(sentences.filter((sentence) => !/^[A-Z].{10,118}\.$/.test(sentence))).toEqual([]);
  expect(new Set(sentences).size).toBe(sentences.length);
});

test("each category has an icon of this server, that of its primary one", () => {
  for (const { primary, detailed } of FINANCE_CATEGORIES) {
    const { pathname } = new URL(categoryIcon(detailed, "https://link.example") ?? "");
    expect(pathname).toBe(`/icons/v1/${primary.toLowerCase().replaceAll("_", "-")}.png`);
    expect(existsSync(join(import.meta.dirname, "../../../../public", pathname))).toBe(true);
  }
});

test("each detailed category has one in the hierarchy of /categories/get", () => {
  expect(Object.keys(CATEGORY_IDS)).toEqual(DETAILED);
  const unknown = Object.values(CATEGORY_IDS).filter((id) => findCategory(id) === null);
  expect(unknown).toEqual([]);
  expect(findCategory(CATEGORY_IDS.FOOD_AND_DRINK_COFFEE)?.hierarchy.at(-1)).toBe("Coffee Shop");
});
