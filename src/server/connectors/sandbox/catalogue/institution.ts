import type { InstitutionHealth } from "../../../../protocol/institution.ts";
import type { CredentialField } from "../../../../protocol/link/login-form.ts";
import { fold } from "../../../../protocol/search/name-rank.ts";
import {
  type CountryCode,
  LINK_PRODUCTS,
  type LogoShape,
  type Product,
} from "../../../../protocol/vocabulary.ts";
import type { CatalogueInstitution } from "../../../domain/institutions/institution.ts";
import { productsIn } from "../../../domain/institutions/product.ts";
import type { EuropeanRules } from "../european-rules.ts";
import { makeTranslations, USER_ID_AND_PASSWORD } from "./login-forms.ts";

/** The countries whose accounts only have IBAN and BIC. */
export type SepaCountry = Exclude<CountryCode, "US" | "CA" | "GB">;

/** An institution's home country, and its codes for payments there. */
export type RoutingScheme =
  | { country: "US"; routing: readonly [string, ...string[]]; wire: string | null }
  | { country: "CA"; institution: string }
  | { country: "GB"; bic: string; sortCodes: readonly [string, ...string[]] }
  /** `bank` is the bank code in the national part of an IBAN. */
  | { country: SepaCountry; bic: string; bank: string };

/** An institution of the sandbox. */
export type SandboxInstitution = {
  institution: CatalogueInstitution;
  routingScheme: RoutingScheme;
  /** The fields of its sign-in, in Link or at its own site. */
  form: readonly CredentialField[];
  /** Whether users sign in at the institution's own site, so that Link's form is empty. */
  hasSite: boolean;
  /** The rules of European banks that the institution follows; none by default. */
  rules: EuropeanRules;
};

/** A row of a catalogue table: the fields that differ between institutions. */
export type Row = {
  id: number;
  name: string;
  logoShape: LogoShape;
  color: string;
  aliases?: string[];
  /** The products; by default all of the country's. */
  products?: Product[];
  /** Countries served in addition to the home country. */
  abroad?: CountryCode[];
  oauth?: boolean;
  /** Whether users sign in at the institution's own site, which the sandbox serves. */
  hasSite?: boolean;
  health?: InstitutionHealth;
  fields?: CredentialField[];
  supported?: boolean;
  rules?: EuropeanRules;
};

/** The day since which every sandbox institution has had the same health. */
export const HEALTH_SINCE = Date.UTC(2024, 0, 1);

/** Creates an institution from its row and its routing scheme. */
export const sandboxInstitution = (row: Row, routingScheme: RoutingScheme): SandboxInstitution => {
  const { fields: form = USER_ID_AND_PASSWORD, hasSite = false } = row;
  const fields = hasSite ? [] : form;
  return {
    form,
    hasSite,
    rules: row.rules ?? {},
    institution: {
      institutionId: `ins_${row.id}`,
      name: row.name,
      aliases: row.aliases ?? [],
      products: row.products ?? [...productsIn([routingScheme.country], LINK_PRODUCTS), "balance"],
      countryCodes: [routingScheme.country, ...(row.abroad ?? [])],
      routingNumbers: routingScheme.country === "US" ? [...routingScheme.routing] : [],
      oauth: row.oauth ?? hasSite,
      url: `https://${hostName(row.name)}.example`,
      logoShape: row.logoShape,
      color: row.color,
      health: row.health ?? "HEALTHY",
      healthSince: HEALTH_SINCE,
      supported: row.supported ?? true,
      enabled: true,
      purpose: "login",
      fields,
      translations: makeTranslations(fields),
    },
    routingScheme,
  };
};

/**
 * A row of a SEPA country's table. The 0 that ends the first eight characters of a `bic` marks a
 * test code. No bank of the country uses the `bank`.
 */
export type SepaRow = Row & { bic: string; bank: string };

/** Creates the institutions of a SEPA country's table. */
export const sepaInstitutions = (country: SepaCountry, rows: SepaRow[]): SandboxInstitution[] =>
  rows.map((row) => sandboxInstitution(row, { country, bic: row.bic, bank: row.bank }));

function hostName(name: string): string {
  return fold(name).replace(/[^a-z0-9]+/g, "-");
}
