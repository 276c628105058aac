import type { CountryCode, LinkProduct, Product } from "../../protocol/vocabulary.ts";
import { Fault } from "./fault.ts";
import type { CatalogueInstitution, Connector } from "./ports.ts";

/** Which institutions to look among: any of the countries, all of the products. */
export type InstitutionFilter = {
  countryCodes: readonly CountryCode[];
  products: readonly LinkProduct[];
  /** Whether account numbers may be entered by hand, at what is no institution. */
  byHand?: boolean;
};

/** The same where balance, which is no product of Link's own, may be asked for as well. */
type WiderFilter = Omit<InstitutionFilter, "products"> & { products: readonly Product[] };

/** The institutions of every connector, and which connector reaches which. */
export type Directory = {
  /** Those that fit, most prominent first. */
  list(filter: WiderFilter): CatalogueInstitution[];
  /** The institution; INVALID_INSTITUTION when there is none of this id. */
  get(institutionId: string): CatalogueInstitution;
  /** The connector that reaches it; INVALID_INSTITUTION when there is none of this id. */
  connectorOf(institutionId: string): Connector;
};

/** A directory over connectors; an id that two of them claim stops the start. */
export const createDirectory = (connectors: readonly Connector[]): Directory => {
  const entries = new Map<string, { institution: CatalogueInstitution; connector: Connector }>();
  for (const connector of connectors) {
    for (const institution of connector.institutions()) {
      const { institutionId } = institution;
      if (entries.has(institutionId)) throw new Error(`two institutions are ${institutionId}`);
      entries.set(institutionId, { institution, connector });
    }
  }
  const institutions = [...entries.values()].map(({ institution }) => institution);
  const entry = (institutionId: string) => {
    const found = entries.get(institutionId);
    if (!found) throw new Fault("INVALID_INSTITUTION");
    return found;
  };
  return {
    list: (filter) => institutions.filter((institution) => fits(institution, filter)),
    get: (institutionId) => entry(institutionId).institution,
    connectorOf: (institutionId) => entry(institutionId).connector,
  };
};

/** Whether an institution serves one of the countries with all of the products. */
export const fits = (institution: CatalogueInstitution, filter: WiderFilter): boolean =>
  institution.purpose === "numbers" ? filter.byHand === true : servesAll(institution, filter);

const servesAll = (institution: CatalogueInstitution, filter: WiderFilter): boolean =>
  filter.countryCodes.some((code) => institution.countryCodes.includes(code)) &&
  filter.products.every((product) => institution.products.includes(product));
