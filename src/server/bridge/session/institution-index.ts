import {
  type CompactInstitutions,
  compact,
} from "../../../protocol/search/compact-institutions.ts";
import type { InstitutionIndexQuery } from "../../../protocol/search/institution-index.ts";
import { COUNTRY_CODES, type Language, LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import {
  type Directory,
  type InstitutionFilter,
  listTexts,
} from "../../domain/connectors/directory.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { productsIn } from "../../domain/institutions/product.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { filterOf, isManualEntry, toRow } from "./session-state.ts";

/** The path of the institution index that the frame searches. */
export const INDEX_PATH = "/bridge/institutions/index";

/** An index query in canonical form. */
export type IndexQuery = { filter: InstitutionFilter; language: Language };

/**
 * The address of a session's index; null in update mode, and for a client or person with
 * institutions of their own, which no index has.
 */
export const indexAddress = (session: LinkSession, directory: Directory): string | null =>
  session.updateItemId === null && !directory.list(filterOf(session)).some(isOfOne)
    ? `${INDEX_PATH}?${searchParams({ filter: filterOf(session), language: session.config.language })}`
    : null;

/** Whether only one client or person sees an institution. */
const isOfOne = ({ onlyClientId, onlyPerson }: CatalogueInstitution): boolean =>
  onlyClientId !== undefined || onlyPerson !== undefined;

/** The canonical query of an address, which makes it a cache key. */
export const indexQuery = (query: InstitutionIndexQuery): IndexQuery => {
  const countryCodes = COUNTRY_CODES.filter((code) => query.countryCodes.includes(code));
  const product = LINK_PRODUCTS.filter((product) => query.product.includes(product));
  return {
    filter: {
      countryCodes,
      products: productsIn(countryCodes, product),
      manualEntry: query.byHand,
      files: true,
    },
    language: query.language,
  };
};

/** A query as the search part of an address. */
export const searchParams = ({ filter, language }: IndexQuery): string =>
  [
    `countryCodes=${filter.countryCodes.join(",")}`,
    `product=${filter.products.join(",")}`,
    `language=${language}`,
    `byHand=${filter.manualEntry === true}`,
  ].join("&");

/** The compact index of all banks that fit a query, without duplicates, in the list's order. */
export const institutionIndex = (
  directory: Directory,
  { filter, language }: IndexQuery,
): CompactInstitutions =>
  compact(
    directory.rows(filter).map(({ institution, members }) => {
      const row = toRow(institution, language);
      const texts = new Set(members.flatMap(listTexts));
      return {
        ...row,
        aliases: [...texts].filter((text) => text !== row.name),
        byHand: isManualEntry(institution),
      };
    }),
  );
