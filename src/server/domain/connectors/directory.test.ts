import fc from "fast-check";
import { expect, test } from "vitest";
import { searchInstitutions } from "../../../protocol/search/institution-search.ts";
import { COUNTRY_CODES, LINK_PRODUCTS, PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { CatalogueInstitution } from "../institutions/institution.ts";
import { DEFAULT_WAYS } from "../institutions/way-settings.ts";
import type { Connector } from "./connector.ts";
import { createDirectory, matchesFilter } from "./directory.ts";

const institution = (changes: Partial<CatalogueInstitution>): CatalogueInstitution => ({
  institutionId: "ins_1",
  name: "Elder Bank",
  aliases: [],
  products: ["auth"],
  countryCodes: ["US"],
  routingNumbers: [],
  oauth: false,
  url: null,
  logoShape: "tide",
  color: "#102030",
  health: "HEALTHY",
  healthSince: 0,
  supported: true,
  enabled: true,
  purpose: "login",
  fields: [],
  ...changes,
});

const connector = (institutions: () => readonly CatalogueInstitution[]): Connector => {
  const never = async () => {
    throw new Error("nobody logs in here");
  };
  return {
    institutions,
    start: never,
    answer: never,
    transactions: never,
    balances: never,
    identity: never,
    matchesDeposits: never,
  };
};

const word = fc.constantFrom("elder", "bank", "eldest", "Ékb", "an");
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const institutions = fc
  .array(
    fc.record({
      name,
      aliases: fc.array(name, { maxLength: 1 }),
      products: fc.subarray([...PRODUCTS]),
      countryCodes: fc.subarray([...COUNTRY_CODES].slice(0, 3), { minLength: 1 }),
      oauth: fc.boolean(),
      purpose: fc.constantFrom("login" as const, "login" as const, "numbers" as const),
    }),
  )
  .map((rows) => rows.map((row, at) => institution({ institutionId: `ins_${at}`, ...row })));
const filter = fc.record(
  {
    countryCodes: fc.subarray([...COUNTRY_CODES].slice(0, 3), { minLength: 1 }),
    products: fc.subarray([...LINK_PRODUCTS].slice(0, 2)),
    byHand: fc.boolean(),
    oauth: fc.boolean(),
  },
  { requiredKeys: ["countryCodes", "products"] },
);

test("a search finds only matching institutions, as if there were no others", () => {
  fc.assert(
    fc.property(
      institutions,
      filter,
      name,
      fc.integer({ min: 1, max: 5 }),
      (all, filter, query, limit) => {
        const directory = createDirectory([connector(() => all)]);
        const fitting = all.filter((catalogueInstitution) =>
          matchesFilter(catalogueInstitution, filter),
        );
        expect(directory.list(filter)).toEqual(fitting);
        expect(directory.search(query, filter, limit)).toEqual(
          searchInstitutions(query, fitting).slice(0, limit),
        );
      },
    ),
  );
});

test("an institution is found by its name in another language", () => {
  const translations = { fr: { name: "Banque du Sureau", fields: [] } };
  const directory = createDirectory([connector(() => [institution({ translations })])]);
  const results = directory.search("sureau", { countryCodes: ["US"], products: [] }, 5);
  expect(results.map(({ name }) => name)).toEqual(["Elder Bank"]);
});

test("institutions that a connector gains or loses appear and disappear at once", () => {
  let institutions = [institution({})];
  const directory = createDirectory([connector(() => []), connector(() => institutions)]);
  const everywhere = { countryCodes: ["US"], products: [] } as const;
  const before = directory.revision();
  institutions = [...institutions];
  expect(directory.revision()).toBe(before);
  institutions = [institution({ institutionId: "ins_2", name: "Younger Bank" })];
  expect(directory.search("young", everywhere, 5)).toEqual(institutions);
  expect(directory.list(everywhere)).toEqual(institutions);
  expect(directory.get("ins_2")).toBe(institutions[0]);
  expect(() => directory.get("ins_1")).toThrow("no institution has this institution_id");
  expect(directory.revision()).not.toBe(before);
});

test("names both institutions that share an id", () => {
  const two = [
    connector(() => [institution({})]),
    connector(() => [institution({ name: "Twin" })]),
  ];
  expect(() => createDirectory(two)).toThrow("ins_1 is Elder Bank, and Twin has the same id");
});

test("an institution is looked up by its routing number, or by an address of its site", () => {
  const elder = institution({ routingNumbers: ["011401533"], url: "https://www.elder.example/en" });
  const other = institution({
    ...{ institutionId: "ins_2", countryCodes: ["GB"], url: "https://bank.example" },
    routingNumbers: ["011401533"],
  });
  const { lookUp } = createDirectory([connector(() => [elder, other])]);
  const filter = { countryCodes: ["US" as const], products: [] };
  for (const query of [
    "011401533",
    " 0114-0153 3 ",
    "elder.example",
    "https://login.elder.example/a?b=c#d",
    "WWW.Elder.Example",
  ])
    expect(lookUp(query, filter), query).toEqual([elder]);
  for (const query of ["01140153", "older.example", "example", "notelder.example", "", "http://["])
    expect(lookUp(query, filter), query).toEqual([]);
});

test("rows are made once for a filter, until an institution or the operator's decision changes", () => {
  let list = [institution({ way: { kind: "token", countries: ["US"] } })];
  let ways = DEFAULT_WAYS;
  const directory = createDirectory([connector(() => list)], () => ways);
  const rows = (products: ("auth" | "identity")[] = []) =>
    directory.rows({ countryCodes: ["US"], products });
  const first = rows();
  expect(rows()).toBe(first);
  expect(rows(["identity"])).toEqual([]);
  list = list.map((each) => ({ ...each, name: "Younger Bank" }));
  expect(rows()[0]?.institution.name).toBe("Younger Bank");
  const second = rows();
  ways = { ...DEFAULT_WAYS, asks: true };
  expect(rows()).not.toBe(second);
});
