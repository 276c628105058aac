import fc from "fast-check";
import { expect, test } from "vitest";
import { searchInstitutions } from "./institution-search.ts";

const names = (query: string, rows: { name: string; aliases?: string[] }[]) =>
  searchInstitutions(query, rows).map(({ name }) => name);

const rows = [
  { name: "Altartanes" },
  { name: "Northern Tartan Union" },
  { name: "Tartan Bank", aliases: ["TB Direct"] },
  { name: "Crédit Évident" },
  { name: "St. Swithin’s Trust" },
];

test("a blank query fits every row, in the given order", () => {
  expect(searchInstitutions("  ", rows)).toEqual(rows);
  expect(searchInstitutions("", rows)).toEqual(rows);
});

test("a query without a letter or digit fits nothing", () => {
  expect(searchInstitutions(" . ", rows)).toEqual([]);
});

test("names that start with the query come first, then words that do, then names that contain it", () => {
  expect(names("tartan", rows)).toEqual(["Tartan Bank", "Northern Tartan Union", "Altartanes"]);
});

test("equally good rows keep their order", () => {
  expect(names("bank", [{ name: "Bank Z" }, { name: "Bank A" }])).toEqual(["Bank Z", "Bank A"]);
});

test("case, accents and punctuation do not matter", () => {
  expect(names("CREDIT EVIDENT", rows)).toEqual(["Crédit Évident"]);
  expect(names("tártán bank", rows)).toEqual(["Tartan Bank"]);
  expect(names("st swithin's", rows)).toEqual(["St. Swithin’s Trust"]);
});

test("an institution is found by another name of it", () => {
  expect(names("tb direct", rows)).toEqual(["Tartan Bank"]);
});

test("one typo is forgiven from four letters on", () => {
  for (const slip of ["tarten b", "tartn b", "tarttan b", "tratan b", "artan b", "xartan b"])
    expect(names(slip, rows), slip).toEqual(["Tartan Bank"]);
  expect(names("uinon", rows)).toEqual(["Northern Tartan Union"]);
});

test("two typos are forgiven if a word has eight letters", () => {
  for (const slip of ["nortehrm", "nothernn tartan", "northern tattam", "norzhern tratan"])
    expect(names(slip, rows), slip).toEqual(["Northern Tartan Union"]);
});

test("the shortest name with as many typos comes first, and an exact one keeps its order", () => {
  const banks = ["Lanternfield Trust", "Lanternfield Bank", "Old Lanternfield"].map((name) => ({
    name,
  }));
  const shortestFirst = ["Old Lanternfield", "Lanternfield Bank", "Lanternfield Trust"];
  for (const slip of ["lanterfeild", "lanternfeild", "lantrnfield", "lamternfield"])
    expect(names(slip, banks), slip).toEqual(shortestFirst);
  expect(names("lanternfield", banks)).toEqual(banks.map(({ name }) => name));
});

test("two typos in shorter words, one in three letters, and three are not forgiven", () => {
  for (const slip of ["tertem", "txr", "tertem bank", "nortehrm umion"])
    expect(names(slip, rows), slip).toEqual([]);
});

test("a letter without an accent to leave out is found by its usual transcription", () => {
  const banks = ["Weiß & Söhne", "Ørsted Bank", "Łódź Kasa", "Crédit Cœur", "Übersee Æon"];
  const found = (query: string) =>
    names(
      query,
      banks.map((name) => ({ name })),
    )[0];
  expect(["weiss", "orsted", "lodz", "coeur", "ubersee", "uebersee", "aeon"].map(found)).toEqual([
    ...banks,
    "Übersee Æon",
    "Übersee Æon",
  ]);
});

test("a row with an exact match comes before one with a typo", () => {
  expect(names("mart", [{ name: "Mark Bank" }, { name: "Smart Bank" }])).toEqual([
    "Smart Bank",
    "Mark Bank",
  ]);
});

const word = fc.stringMatching(/^[a-zé]{4,12}$/);

test("an institution is found by any one letter left out of its name", () => {
  fc.assert(
    fc.property(word, fc.nat(), (name, at) => {
      const query = name.slice(0, at % name.length) + name.slice((at % name.length) + 1);
      fc.pre(query.length >= 4);
      expect(names(query, [{ name }])).toEqual([name]);
    }),
  );
});

test("rows with two typos are found if no row has fewer", () => {
  const banks = [{ name: "Merigold Bonk" }, { name: "Marigold Bank" }];
  expect(names("marigold bank", banks)).toEqual(["Marigold Bank"]);
  expect(names("marigolb bamk", banks)).toEqual(["Marigold Bank"]);
  expect(names("merigold bank", banks)).toEqual(["Merigold Bonk", "Marigold Bank"]);
});

test("an institution is found by any two letters left out of a long name", () => {
  const name = fc.stringMatching(/^[a-zé]{10,16}$/);
  fc.assert(
    fc.property(name, fc.nat(), fc.nat(), (name, one, other) => {
      const without = (text: string, at: number) =>
        text.slice(0, at % text.length) + text.slice((at % text.length) + 1);
      expect(names(without(without(name, one), other), [{ name }])).toEqual([name]);
    }),
  );
});

test("any query returns a subset of the rows, each at most once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.string()), (query, texts) => {
      const candidates = texts.map((name) => ({ name }));
      const results = searchInstitutions(query, candidates);
      expect(new Set(results).size).toBe(results.length);
      expect(results.every((row) => candidates.includes(row))).toBe(true);
    }),
  );
});

test("words are found in any order and anywhere, those that were typed in order first", () => {
  const banks = [
    { name: "Embankment of Platypus" },
    { name: "Bank of the Platypus" },
    { name: "Platypus OAuth Bank" },
    { name: "Platypus Bank" },
    { name: "The Platypus Bank" },
    { name: "Platypus Banking Union" },
  ];
  expect(names("platypus bank", banks)).toEqual([
    "Platypus Bank",
    "Platypus Banking Union",
    "The Platypus Bank",
    "Bank of the Platypus",
    "Platypus OAuth Bank",
    "Embankment of Platypus",
  ]);
  for (const query of ["bank platypus", "bank plat", "oauth bank plat", "typus uth"])
    expect(names(query, banks), query).toContain("Platypus OAuth Bank");
  expect(names("platypus bank of england", banks)).toEqual([]);
});

test("an institution is found by the beginnings of its words in any order", () => {
  fc.assert(
    fc.property(
      fc
        .array(word, { minLength: 1, maxLength: 5 })
        .chain((words) =>
          fc.tuple(
            fc.constant(words),
            fc.shuffledSubarray(words, { minLength: 1 }),
            fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 5, maxLength: 5 }),
          ),
        ),
      ([words, some, lengths]) => {
        const query = some.map((each, at) => each.slice(0, lengths[at])).join(" ");
        const name = words.join(" ");
        expect(names(query, [{ name }])).toEqual([name]);
      },
    ),
  );
});
