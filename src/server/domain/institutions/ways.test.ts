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

const idsOf = (institutions: CatalogueInstitution[], changes: Partial<WaySettings> = {}) =>
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
  expect(idsOf(banks)).toEqual([[2, 0, 3], [1]]);
  expect(idsOf(banks, { order: ["token", "aggregator", "connection"] })).toEqual([[3, 0, 2], [1]]);
});

test("a bank of another country, another name or the sandbox stays a row of its own", () => {
  const banks = [
    bank("Revolut", "aggregator", ["LT"]),
    bank("Revolut", "aggregator", ["GB"]),
    bank("Revolut Bank", "token", ["LT"]),
    bank("Revolut", null, ["LT"]),
  ];
  expect(idsOf(banks)).toEqual([[0], [1], [2], [3]]);
});

test("an alias that is the other's name joins two, and one that both have does not", () => {
  const aliased = bank("Handelsbanken", "connection", ["SE"], { aliases: ["SHB", "My bank"] });
  const short = bank("SHB", "aggregator", ["SE"], { aliases: ["My bank"] });
  const other = bank("Swedbank", "aggregator", ["SE"], { aliases: ["My bank"] });
  expect(idsOf([aliased, short, other])).toEqual([[0, 1], [2]]);
});

test("a connection of several countries is one with the aggregator's bank in each", () => {
  const banks = [
    bank("Nordea", "connection", ["FI", "SE"]),
    bank("Nordea", "aggregator", ["FI"]),
    bank("Nordea", "aggregator", ["SE"]),
  ];
  expect(idsOf(banks)).toEqual([[0, 1, 2]]);
});

test("several keys that reach a bank by one aggregator are one way, and the one of a person is preferred", () => {
  const banks = [
    bank("OP", "aggregator", ["FI"]),
    bank("OP", "aggregator", ["FI"], { onlyClientId: "client" }),
    bank("OP", "aggregator", ["FI"], { onlyPerson: "aino@mail.example" }),
  ];
  expect(idsOf(banks)).toEqual([[2]]);
});

test("a way that cannot be linked comes last", () => {
  const banks = [
    bank("OP", "connection", ["FI"], { supported: false }),
    bank("OP", "aggregator", ["FI"]),
    bank("OP", "token", ["FI"], { enabled: false }),
  ];
  expect(idsOf(banks)).toEqual([[1, 0, 2]]);
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
  expect(idsOf(banks, joined)).toEqual([[1, 0], [2]]);
  const parted = changedWays(joined, { part: first });
  expect(parted.joined).toEqual([]);
  expect(idsOf(banks, parted)).toEqual([[0], [1], [2]]);
  expect(changedWays(parted, { byName: first })).toEqual(DEFAULT_WAYS);
  expect(idsOf(banks, changedWays(DEFAULT_WAYS, { part: third }))).toEqual([[0], [1], [2]]);
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
