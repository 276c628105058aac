import { type CompactInstitutions, compact } from "../../../protocol/compact-institutions.ts";
import type { InstitutionIndexQuery } from "../../../protocol/institution-index.ts";
import { COUNTRY_CODES, type Language, LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import {
  type Directory,
  type InstitutionFilter,
  textsOf,
} from "../../domain/institutions/directory.ts";
import { productsIn } from "../../domain/institutions/product.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { filterOf, isByHand, rowOf } from "./session.ts";

/** Where the frame finds an index of the institutions that it may search. */
export const INDEX_PATH = "/bridge/institutions/index";

/** Which index somebody asks for, in one way of saying it. */
export type IndexQuery = { filter: InstitutionFilter; language: Language };

/** The address of a session's index; null where there is nothing to choose. */
export const indexAddress = (session: LinkSession): string | null =>
  session.updateItemId === null
    ? `${INDEX_PATH}?${searchOf({ filter: filterOf(session), language: session.config.language })}`
    : null;

/** What an address asks for; the same for all that ask for the same. */
export const indexQuery = (asked: InstitutionIndexQuery): IndexQuery => {
  const countryCodes = COUNTRY_CODES.filter((code) => asked.countryCodes.includes(code));
  const product = LINK_PRODUCTS.filter((product) => asked.product.includes(product));
  return {
    filter: { countryCodes, products: productsIn(countryCodes, product), byHand: asked.byHand },
    language: asked.language,
  };
};

/** A query as it stands in an address. */
export const searchOf = ({ filter, language }: IndexQuery): string =>
  [
    `countryCodes=${filter.countryCodes.join(",")}`,
    `product=${filter.products.join(",")}`,
    `language=${language}`,
    `byHand=${filter.byHand === true}`,
  ].join("&");

/** All institutions that a query is about, put together, in the order in which they are listed. */
export const institutionIndex = (
  directory: Directory,
  { filter, language }: IndexQuery,
): CompactInstitutions =>
  compact(
    directory.list(filter).map((institution) => {
      const row = rowOf(institution, language);
      return {
        ...row,
        aliases: textsOf(institution).filter((text) => text !== row.name),
        byHand: isByHand(institution),
      };
    }),
  );
