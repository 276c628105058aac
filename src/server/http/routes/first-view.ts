import { firstViewMarkup } from "../../../link/first-view/markup.tsx";
import { type Brand, DEFAULT_BRAND } from "../../../protocol/brand/brand.ts";
import { SessionConfig } from "../../../protocol/link/config.ts";
import {
  COUNTRY_CODES,
  type CountryCode,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  LINK_PRODUCTS,
  THEMES,
} from "../../../protocol/vocabulary.ts";
import { countryName, firstOf, toRow } from "../../bridge/session/session-state.ts";
import { trustFacts } from "../../bridge/session/trust-facts.ts";
import type { Directory } from "../../domain/connectors/directory.ts";
import { productsIn } from "../../domain/institutions/product.ts";
import type { LinkDocument } from "../assets.ts";

/**
 * Returns the first view in Link's document for an address's query: the list of institutions, as
 * the script would draw it. No token is read for it before the session starts. With a token, or
 * without the list's complete data, the document announces a short wait.
 */
export const firstView = (
  query: Record<string, unknown>,
  directory: Directory,
  brand: Brand = DEFAULT_BRAND,
): LinkDocument => {
  const language = oneOf(LANGUAGES, query.language) ?? DEFAULT_LANGUAGE;
  const clientName = ClientName.safeParse(query.clientName).data ?? "";
  const isListed = clientName !== "" && query.product !== undefined && query.token === undefined;
  const countryCodes = countriesIn(query);
  const product = parseList(LINK_PRODUCTS, query.product);
  const place = placeIn(query);
  return {
    language,
    theme: oneOf(THEMES, query.theme),
    body: firstViewMarkup({
      language,
      clientName,
      institutions: isListed ? rowsFor({ countryCodes, product }, directory, language) : null,
      country: isListed ? countryName({ countryCodes, language }) : undefined,
      trust: isListed ? trustFacts({ clientName, countryCodes, language, product }, brand) : [],
      place,
    }),
    chunks: [
      ...(place === "webview" ? [] : ["guard"]),
      ...(place ? [place] : []),
      ...(language === DEFAULT_LANGUAGE ? [] : [language]),
    ],
  };
};

/**
 * Whether Link is to be the whole page of a WebView. Of a repeated field the first counts, as in
 * Link.
 */
export const isInWebview = (query: Record<string, unknown>): boolean =>
  [query.isWebview].flat()[0] === "true";

const placeIn = (query: Record<string, unknown>) => {
  if (isInWebview(query)) return "webview";
  return "embedded" in query ? "embedded" : undefined;
};

const ClientName = SessionConfig.shape.clientName;

function countriesIn(query: Record<string, unknown>): CountryCode[] {
  const countries = parseList(COUNTRY_CODES, query.countryCodes);
  return countries.length > 0 ? countries : ["US"];
}

function rowsFor(
  { countryCodes, product }: Pick<SessionConfig, "countryCodes" | "product">,
  directory: Directory,
  language: Language,
) {
  const products = productsIn(countryCodes, product);
  const rows = directory.rows({ countryCodes, products, files: true });
  return firstOf(rows.map(({ institution }) => institution)).map((institution) =>
    toRow(institution, language),
  );
}

const oneOf = <T extends string>(choices: readonly T[], value: unknown): T | undefined =>
  choices.find((word) => word === value);

const parseList = <T extends string>(choices: readonly T[], value: unknown): T[] => {
  const words = String(value ?? "")
    .split(",")
    .map((word) => word.trim());
  return choices.filter((word) => words.includes(word));
};
