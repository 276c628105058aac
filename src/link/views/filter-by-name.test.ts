import fc from "fast-check";
import { expect, test } from "vitest";
import { searchInstitutions } from "../../protocol/search/institution-search.ts";
import { filterByName } from "./filter-by-name.ts";

const names = (query: string, ...rows: string[]) =>
  filterByName(
    query,
    rows.map((name) => ({ name })),
  ).map(({ name }) => name);

test("names that begin with the query come first, then words that do, then other matches", () => {
  expect(names("pla", "Emplacement", "First Platypus", "Platypus", "Other")).toEqual([
    "Platypus",
    "First Platypus",
    "Emplacement",
  ]);
  expect(names(" ÉPARGNE ", "Caisse d'Epargne", "Épargne Nord")).toEqual([
    "Épargne Nord",
    "Caisse d'Epargne",
  ]);
});

test("the filtered rows are the first results of the full search, so no row moves", () => {
  const word = fc.stringMatching(/^[abc]{1,4}$/);
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(name, fc.array(name.map((name) => ({ name }))), (query, rows) => {
      const results = filterByName(query, rows);
      expect(searchInstitutions(query, rows).slice(0, results.length)).toEqual(results);
    }),
  );
});
