import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import type { CatalogueInstitution } from "./institution.ts";
import { DEFAULT_WAYS } from "./way-settings.ts";
import { bankRows } from "./ways.ts";

const NAMES = ["harbour", "linden", "birch"];
const SITES = [null, "one.example", "two.example", "three.example"];

type Facts = {
  names: string[];
  countries: string[];
  site: string | null;
  kind: "connection" | "aggregator" | "token";
};

const toInstitution = ({ names, countries, site, kind }: Facts, at: number) => {
  const [name = "", ...aliases] = names;
  const fields: Partial<CatalogueInstitution> = {
    ...{ institutionId: `ins_${at}`, name, aliases, url: site && `https://www.${site}/` },
    ...{ supported: true, enabled: true, health: "HEALTHY", way: { kind, countries } },
  };
  return fields as CatalogueInstitution;
};

const facts = fc.record({
  names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
  countries: fc.uniqueArray(fc.constantFrom("FI", "SE", "DE"), { minLength: 1, maxLength: 2 }),
  site: fc.constantFrom(...SITES),
  kind: fc.constantFrom("connection" as const, "aggregator" as const, "token" as const),
});

/** The rule as it is written: each institution joins the first bank that it may be, by its name before its aliases. */
const groupByRule = (list: readonly Facts[]): Set<string> => {
  type Bank = { first: Facts; site: string | null; isConnected: boolean; members: number[] };
  const banks: Bank[] = [];
  const { order } = DEFAULT_WAYS;
  const inOrder = [...list.entries()].toSorted(
    ([, a], [, b]) => order.indexOf(a.kind) - order.indexOf(b.kind),
  );
  for (const [at, one] of inOrder) {
    const isConnected = one.kind === "connection";
    const may = (bank: Bank) =>
      !(bank.isConnected && isConnected) &&
      (bank.site === null || one.site === null || bank.site === one.site) &&
      bank.first.countries.some((country) => one.countries.includes(country));
    const [name = "", ...aliases] = one.names;
    const byAlias = () =>
      aliases.flatMap(
        (alias) => banks.find((bank) => may(bank) && bank.first.names[0] === alias) ?? [],
      )[0];
    const bank = banks.find((each) => may(each) && each.first.names.includes(name)) ?? byAlias();
    if (bank) {
      bank.members.push(at);
      bank.site ??= one.site;
      bank.isConnected ||= isConnected;
    } else banks.push({ first: one, site: one.site, isConnected, members: [at] });
  }
  return new Set(banks.map(({ members }) => members.toSorted((a, b) => a - b).join()));
};

test("the index makes the rows of the rule, whatever names, countries, sites and connections meet", () => {
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 24 }), (list) => {
      const institutions = list.map(toInstitution);
      const rows = bankRows(institutions, DEFAULT_WAYS).map(({ members }) =>
        members
          .map((member) => institutions.indexOf(member))
          .toSorted((a, b) => a - b)
          .join(),
      );
      expect(new Set(rows)).toEqual(groupByRule(list));
    }),
    { numRuns: samples(3000) },
  );
});

test("connections of one name are compared with none of the others", () => {
  let reads = 0;
  const banks = Array.from({ length: 400 }, (_, at) => ({
    ...toInstitution(
      { names: ["harbour"], countries: ["FI"], site: `bank-${at}.example`, kind: "connection" },
      at,
    ),
    get way() {
      reads += 1;
      return { kind: "connection" as const, countries: ["FI" as const] };
    },
  }));
  expect(bankRows(banks, DEFAULT_WAYS)).toHaveLength(400);
  expect(reads).toBeLessThan(400 * 20);
});
