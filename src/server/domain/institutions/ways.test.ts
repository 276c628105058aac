import { expect, test } from "vitest";
import { changedWays } from "./change-ways.ts";
import type { CatalogueInstitution } from "./institution.ts";
import { DEFAULT_WAYS, type WayKind, type WaySettings } from "./way-settings.ts";
import { bankRows } from "./ways.ts";

let next = 1;

const bank = (
  name: string,
  kind: WayKind | null,
  countries: string[],
  changes: Partial<CatalogueInstitution> = {},
) =>
  ({
    ...{ institutionId: `ins_${next++}`, name, aliases: [] as string[] },
    ...{ supported: true, enabled: true, health: "HEALTHY" },
    ...(kind && { way: { kind, countries } }),
    ...changes,
  }) as CatalogueInstitution;

const listIds = (institutions: CatalogueInstitution[], changes: Partial<WaySettings> = {}) =>
  bankRows(institutions, { ...DEFAULT_WAYS, ...changes }).map(({ ways }) =>
    ways.map(({ institutionId }) =>
      institutions.findIndex((each) => each.institutionId === institutionId),
    ),
  );

test("institutions of one name and country are one row, in which the operator's order decides", () => {
  const banks = [
    bank("Nordea", "aggregator", ["FI"]),
    bank("Platypus", null, ["US"]),
    bank("NORDÉA ", "connection", ["FI", "SE"]),
    bank("Nordea", "token", ["FI"]),
  ];
  expect(listIds(banks)).toEqual([[2, 0, 3], [1]]);
  expect(listIds(banks, { order: ["token", "aggregator", "connection"] })).toEqual([
    [3, 0, 2],
    [1],
  ]);
});

test("a bank of another country, another name or the sandbox stays a row of its own", () => {
  const banks = [
    bank("Revolut", "aggregator", ["LT"]),
    bank("Revolut", "aggregator", ["GB"]),
    bank("Revolut Bank", "token", ["LT"]),
    bank("Revolut", null, ["LT"]),
  ];
  expect(listIds(banks)).toEqual([[0], [1], [2], [3]]);
});

test("an alias that is the other's name joins two, and one that both have does not", () => {
  const aliased = bank("Handelsbanken", "connection", ["SE"], { aliases: ["SHB", "My bank"] });
  const short = bank("SHB", "aggregator", ["SE"], { aliases: ["My bank"] });
  const other = bank("Swedbank", "aggregator", ["SE"], { aliases: ["My bank"] });
  expect(listIds([aliased, short, other])).toEqual([[0, 1], [2]]);
});

test("a connection of several countries is one with the aggregator's bank in each", () => {
  const banks = [
    bank("Nordea", "connection", ["FI", "SE"]),
    bank("Nordea", "aggregator", ["FI"]),
    bank("Nordea", "aggregator", ["SE"]),
  ];
  expect(listIds(banks)).toEqual([[0, 1, 2]]);
});

test("several keys that reach a bank by one aggregator are one way, and the one of a person is preferred", () => {
  const banks = [
    bank("OP", "aggregator", ["FI"]),
    bank("OP", "aggregator", ["FI"], { onlyClientId: "client" }),
    bank("OP", "aggregator", ["FI"], { onlyPerson: "aino@mail.example" }),
  ];
  expect(listIds(banks)).toEqual([[2]]);
});

test("a way that cannot be linked comes last", () => {
  const banks = [
    bank("OP", "connection", ["FI"], { supported: false }),
    bank("OP", "aggregator", ["FI"]),
    bank("OP", "token", ["FI"], { enabled: false }),
  ];
  expect(listIds(banks)).toEqual([[1, 0, 2]]);
});

test("joined institutions are one bank in the order given, and a parted one is its own", () => {
  const banks = [
    bank("OP", "connection", ["FI"]),
    bank("Osuuspankki", "aggregator", ["FI"]),
    bank("OP", "token", ["FI"]),
  ];
  const ids = banks.map(({ institutionId }) => institutionId);
  const [first = "", second = "", third = ""] = ids;
  const joined = changedWays(DEFAULT_WAYS, { join: [second, first] });
  expect(listIds(banks, joined)).toEqual([[1, 0], [2]]);
  const parted = changedWays(joined, { part: first });
  expect(parted.joined).toEqual([]);
  expect(listIds(banks, parted)).toEqual([[0], [1], [2]]);
  expect(changedWays(parted, { byName: first })).toEqual(DEFAULT_WAYS);
  expect(listIds(banks, changedWays(DEFAULT_WAYS, { part: third }))).toEqual([[0], [1], [2]]);
});

test("two banks of one name in one country are two rows, unless the operator has joined them", () => {
  const [alaska, omaha] = ["https://www.fnbalaska.com/", "https://fnbo.com"].map((url) =>
    bank("First National Bank", "connection", ["US"], { url }),
  );
  if (!alaska || !omaha) throw new Error("two banks are made");
  expect(listIds([alaska, omaha])).toEqual([[0], [1]]);
  const unknown = bank("First National Bank", "aggregator", ["US"]);
  expect(listIds([unknown, alaska, omaha])).toEqual([[1, 0], [2]]);
  const token = (url: string) => bank("First National Bank", "token", ["US"], { url });
  expect(
    listIds([alaska, token("https://online.fnbalaska.com"), token("https://fnbo.com")]),
  ).toEqual([[0, 1], [2]]);
  expect(listIds([token("https://one.co.uk"), token("https://two.co.uk")])).toEqual([[0], [1]]);
  const connections = [1, 2].map(() => bank("First National Bank", "connection", ["US"]));
  expect(listIds(connections)).toEqual([[0], [1]]);
  const join = [omaha.institutionId, alaska.institutionId];
  expect(listIds([alaska, omaha], changedWays(DEFAULT_WAYS, { join }))).toEqual([[1, 0]]);
});

test("the health of an institution changes no row that it is in", () => {
  const healthy = [
    bank("OP", "connection", ["FI"]),
    bank("Osuuspankki", "aggregator", ["FI"]),
    bank("OP", "token", ["FI"]),
    bank("Nordea", "aggregator", ["FI"]),
    bank("Nordea", "token", ["FI"], { aliases: ["Merita"] }),
    bank("Merita", "token", ["FI"]),
  ];
  const [first = "", second = ""] = healthy.map(({ institutionId }) => institutionId);
  const { joined } = changedWays(DEFAULT_WAYS, { join: [first, second] });
  const rows = (banks: CatalogueInstitution[]) =>
    listIds(banks, { joined }).map((ways) => ways.toSorted((a, b) => a - b));
  expect(rows(healthy)).toEqual([[0, 1], [2], [3, 4], [5]]);
  for (const down of healthy)
    expect(
      rows(healthy.map((each) => (each === down ? { ...each, health: "DOWN" } : each))),
    ).toEqual(rows(healthy));
});

test("banks that share an alias are compared by their own names alone", () => {
  let reads = 0;
  const banks = Array.from({ length: 300 }, (_, at) => ({
    ...bank(`Bank ${at}`, "token", ["FI"], { aliases: ["My bank"] }),
    get way() {
      reads += 1;
      return { kind: "token" as const, countries: ["FI"] };
    },
  }));
  expect(bankRows(banks, DEFAULT_WAYS)).toHaveLength(300);
  expect(reads).toBeLessThan(300 * 20);
});

test("the rows keep the order of the list, and each institution is in one of them", () => {
  const banks = Array.from({ length: 2000 }, (_, at) =>
    bank(`Bank ${at % 700}`, (["connection", "aggregator", "token"] as const)[at % 3] ?? null, [
      "FI",
    ]),
  );
  const rows = bankRows(banks, DEFAULT_WAYS);
  const places = rows.map(({ ways }) => Math.min(...ways.map((way) => banks.indexOf(way))));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(rows.flatMap(({ ways }) => ways)).size).toBe(
    rows.flatMap(({ ways }) => ways).length,
  );
});
