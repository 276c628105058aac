import { expect, test } from "vitest";
import { categories, findCategory } from "./categories.ts";

test("a category has its wider ones above it, and a hierarchy that no other has", () => {
  expect(findCategory("13001003")?.hierarchy).toEqual([
    "Food and Drink",
    "Eating Out",
    "Coffee Shop",
  ]);
  expect(findCategory("13001000")?.hierarchy).toEqual(["Food and Drink", "Eating Out"]);
  expect(findCategory("13000000")?.hierarchy).toEqual(["Food and Drink"]);
  const paths = categories().map(({ hierarchy }) => hierarchy.join(" > "));
  expect(new Set(paths).size).toBe(paths.length);
});

test("there are more than 100, in the order of their ids of eight digits", () => {
  const ids = categories().map(({ categoryId }) => categoryId);
  expect(ids.length).toBeGreaterThan(100);
  for (const id of ids) expect(id).toMatch(/^\d{8}$/);
  expect(ids).toEqual(ids.toSorted());
});

test("an unknown id finds nothing", () => {
  expect(findCategory("99999999")).toBeNull();
  expect(findCategory("toString")).toBeNull();
});
