import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../testing/any-text.ts";
import { type Searchable, searchInstitutions } from "./institution-search.ts";
import { searchIndex } from "./search-index.ts";

/** The rows that an index finds. */
const search = (query: string, rows: readonly Searchable[], max = Number.POSITIVE_INFINITY) =>
  searchIndex(rows.map(({ name, aliases = [] }) => [name, ...aliases]))(query, max).map(
    (row) => rows[row],
  );

/**
 * Few distinct letters, so that queries hit, and characters that could break the boundaries of
 * texts.
 */
const near = fc.string({
  unit: fc.constantFrom("a", "b", "c", "É", "e", "ß", "Σ", "İ", "\u0301", " ", " ", "-", "\n", "𐐷"),
  maxLength: 12,
});
const text = fc.oneof({ weight: 8, arbitrary: near }, anyText(), fc.string({ unit: "grapheme" }));
const rows = fc.array(fc.record({ name: text, aliases: fc.array(text, { maxLength: 2 }) }), {
  maxLength: 12,
});

test("an index finds the same as a plain search, in the same order", () => {
  fc.assert(
    fc.property(rows, text, (rows, query) => {
      expect(search(query, rows)).toEqual(searchInstitutions(query, rows));
    }),
    { numRuns: 2000 },
  );
});

test("an index finds the same as a plain search for a misspelt name", () => {
  const slip = fc.record({ at: fc.nat(), gone: fc.nat(2), typed: fc.string({ maxLength: 1 }) });
  const slips = fc.array(slip, { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(rows, fc.nat(), slips, (rows, index, slips) => {
      const name = rows[index % Math.max(rows.length, 1)]?.name ?? "";
      const query = slips.reduce((text, { at, gone, typed }) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + typed + text.slice(place + gone);
      }, name);
      expect(search(query, rows)).toEqual(searchInstitutions(query, rows));
    }),
    { numRuns: 2000 },
  );
});

test("an index finds the same as a plain search for words in any order, and for parts of words", () => {
  const mixes = fc.tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(3));
  fc.assert(
    fc.property(rows, fc.nat(), mixes, (rows, index, [order, from, length]) => {
      const words = (rows[index % Math.max(rows.length, 1)]?.name ?? "").split(/[ -]/);
      const query = order
        .map((at) => words[at % words.length] ?? "")
        .map((word) => word.slice(from % (word.length + 1)).slice(0, length + 1))
        .join(" ");
      expect(search(query, rows)).toEqual(searchInstitutions(query, rows));
    }),
    { numRuns: 2000 },
  );
});

test("a search returns the first matches, up to its limit", () => {
  fc.assert(
    fc.property(rows, text, fc.integer({ min: 0, max: 5 }), (rows, query, max) => {
      expect(search(query, rows, max)).toEqual(searchInstitutions(query, rows).slice(0, max));
    }),
  );
});

test("excluded rows do not count towards the limit", () => {
  fc.assert(
    fc.property(rows, text, fc.integer({ min: 1, max: 5 }), (rows, query, max) => {
      const isWanted = (row: number) => row % 2 === 0;
      const results = searchIndex(rows.map(({ name, aliases }) => [name, ...aliases]))(
        query,
        max,
        isWanted,
      );
      const candidates = rows.filter((_, row) => isWanted(row));
      expect(results.map((row) => rows[row])).toEqual(
        searchInstitutions(query, candidates).slice(0, max),
      );
    }),
  );
});

test("an empty index finds nothing", () => {
  expect(search("bank", [])).toEqual([]);
  expect(search("", [])).toEqual([]);
});

test("typos at the end of one name do not match into the next name", () => {
  expect(search("abcxefgh", [{ name: "Abc" }, { name: "Efgh" }])).toEqual([]);
  expect(search("abcdefxxmnop", [{ name: "Abcdef" }, { name: "Mnop" }])).toEqual([]);
});
