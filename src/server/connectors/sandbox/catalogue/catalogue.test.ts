import { expect, test } from "vitest";
import { Institution, InstitutionRow } from "../../../../protocol/institution.ts";
import { CredentialField } from "../../../../protocol/link/login-form.ts";
import { searchInstitutions } from "../../../../protocol/search/institution-search.ts";
import { fold } from "../../../../protocol/search/name-rank.ts";
import { COUNTRY_CODES, LINK_PRODUCTS, PRODUCTS } from "../../../../protocol/vocabulary.ts";
import { contrastWithWhite } from "../../../domain/institutions/logo/contrast.ts";
import { SANDBOX_INSTITUTIONS } from "./index.ts";
import type { RoutingScheme } from "./institution.ts";
import { unitedStates } from "./us.ts";

const institutions = SANDBOX_INSTITUTIONS.map(({ institution }) => institution);
const toInstitution = (id: string) =>
  institutions.find(({ institutionId }) => institutionId === id);

test.each([
  ["ins_109508", "First Platypus Bank", "US"],
  ["ins_109509", "Herringbone Credit Union", "US"],
  ["ins_109510", "Seersucker Federal Credit Union", "US"],
  ["ins_109511", "Corduroy Savings Bank", "US"],
  ["ins_109512", "Houndstooth Bank", "US"],
  ["ins_43", "Tamarack & Twill Bank", "CA"],
  ["ins_116834", "Royal Platypus Bank", "GB"],
  ["ins_117650", "Platypus Building Society", "GB"],
  ["ins_127287", "Platypus OAuth Bank", "US"],
  ["ins_132241", "Platypus App-to-App Bank", "US"],
  ["ins_117181", "Platypus QR Bank", "GB"],
  ["ins_135858", "Windowpane Bank", "US"],
  ["ins_132363", "Drowsy Platypus Bank", "US"],
  ["ins_132361", "Sleeping Platypus Bank", "US"],
  ["ins_133402", "Retired Platypus Bank", "US"],
])("%s is %s in %s", (id, name, country) => {
  expect(toInstitution(id)?.name).toBe(name);
  expect(toInstitution(id)?.countryCodes).toContain(country);
});

test("institutions with OAuth, poor health or no support are marked", () => {
  const ids = (test: (institution: (typeof institutions)[number]) => boolean) =>
    institutions.filter(test).map(({ institutionId }) => institutionId);
  expect(ids(({ oauth }) => oauth).sort()).toEqual(["ins_117181", "ins_127287", "ins_132241"]);
  expect(ids(({ health }) => health === "DEGRADED")).toEqual(["ins_132363"]);
  expect(ids(({ health }) => health === "DOWN")).toEqual(["ins_132361"]);
});

test("an institution with a site of its own has no form in Link, and no other is without one", () => {
  const sites = SANDBOX_INSTITUTIONS.filter(({ hasSite }) => hasSite);
  expect(sites.map(({ institution }) => institution.institutionId)).toEqual(["ins_127287"]);
  for (const { institution, form, hasSite } of SANDBOX_INSTITUTIONS)
    expect(institution.fields).toEqual(hasSite ? [] : form);
});

test("First Platypus Bank is the most prominent in the United States", () => {
  expect(unitedStates[0]?.institution.institutionId).toBe("ins_109508");
  expect(institutions[0]?.institutionId).toBe("ins_109508");
});

test("every country that Link serves has institutions", () => {
  const countries = new Set(institutions.flatMap(({ countryCodes }) => countryCodes));
  expect([...countries].sort()).toEqual([...COUNTRY_CODES].sort());
});

test("no two institutions share an id, a name, an address, a bank code or a routing number", () => {
  const routingSchemes = SANDBOX_INSTITUTIONS.map(({ routingScheme }) => routingScheme);
  const identifying = [
    institutions.map(({ institutionId }) => institutionId),
    institutions.map(({ name }) => fold(name)),
    institutions.map(({ url }) => url),
    routingSchemes.flatMap((routingScheme) =>
      "bic" in routingScheme ? [routingScheme.bic.slice(0, 4)] : [],
    ),
    routingSchemes.flatMap((routingScheme) =>
      "bank" in routingScheme ? [`${routingScheme.country} ${routingScheme.bank}`] : [],
    ),
    routingSchemes.flatMap((routingScheme) =>
      routingScheme.country === "GB" ? routingScheme.sortCodes : [],
    ),
    routingSchemes.flatMap((routingScheme) =>
      routingScheme.country === "CA" ? [routingScheme.institution] : [],
    ),
    routingSchemes.flatMap((routingScheme) =>
      routingScheme.country === "US" ? usNumbers(routingScheme) : [],
    ),
  ];
  for (const list of identifying) {
    expect(list.length).toBeGreaterThan(0);
    expect(new Set(list).size).toBe(list.length);
  }
});

test("an institution's address is its name, in plain letters", () => {
  expect(toInstitution("ins_940001")?.url).toBe("https://banque-lavandiere.example");
  expect(toInstitution("ins_43")?.url).toBe("https://tamarack-twill-bank.example");
});

test.each(
  SANDBOX_INSTITUTIONS.map(({ institution, form }) => ({
    name: institution.name,
    institution,
    form,
  })),
)("$name can be shown, listed and searched", ({ institution, form: fields }) => {
  const { institutionId, name, logoShape, color, url } = institution;
  InstitutionRow.parse({ institution_id: institutionId, name, mark: logoShape, color });
  Institution.shape.institution_id.parse(institutionId);
  Institution.shape.name.parse(name);
  Institution.shape.products.parse(institution.products);
  Institution.shape.country_codes.parse(institution.countryCodes);
  Institution.shape.routing_numbers.parse(institution.routingNumbers);
  expect(url).toMatch(/^https:\/\/[a-z0-9]+(-[a-z0-9]+)*\.example$/);
  expect(contrastWithWhite(color)).toBeGreaterThanOrEqual(4.5);
  expect(institution.products.length).toBeGreaterThan(0);
  for (const list of [institution.products, institution.countryCodes, institution.aliases])
    expect(new Set(list).size).toBe(list.length);

  for (const field of fields) CredentialField.parse(field);
  expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length);
  expect(fields.filter(({ type }) => type === "text")).toHaveLength(1);
  expect(fields.some(({ type }) => type === "password" || type === "pin")).toBe(true);
});

test("every name and alias finds its institution first", () => {
  for (const institution of institutions)
    for (const query of [institution.name, ...institution.aliases])
      expect(searchInstitutions(query, institutions)[0]?.name, query).toBe(institution.name);
});

test("an alias of an institution finds it alone", () => {
  const names = searchInstitutions("dogtooth", institutions).map(({ name }) => name);
  expect(names).toEqual(["Houndstooth Bank"]);
});

test("every product distinguishes institutions of the United States", () => {
  for (const product of PRODUCTS) {
    const offering = unitedStates.filter(({ institution }) =>
      institution.products.includes(product),
    );
    expect(offering.length, product).toBeGreaterThan(10);
    expect(offering.length, product).toBeLessThan(unitedStates.length);
  }
});

test("First Platypus Bank offers every product of Link", () => {
  expect(toInstitution("ins_109508")?.products).toEqual(expect.arrayContaining([...LINK_PRODUCTS]));
});

/** The numbers for ACH, and the number for wires if different. */
function usNumbers({ routing, wire }: Extract<RoutingScheme, { country: "US" }>): string[] {
  return wire === null || routing.includes(wire) ? [...routing] : [...routing, wire];
}
