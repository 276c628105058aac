import { SCOPE_WORDS } from "../../../i18n/sandbox-bank.ts";
import { TRUST_WORDS } from "../../../i18n/trust.ts";
import type { TrustFact } from "../../../protocol/bridge.ts";
import type { SessionConfig } from "../../../protocol/config.ts";
import {
  asksConsent,
  type Language,
  LINK_PRODUCTS,
  type LinkProduct,
} from "../../../protocol/vocabulary.ts";
import { type MoreProducts, requestedProducts } from "../../domain/link/product-plan.ts";

/**
 * Returns the facts for the user before they choose an institution; none if every country asks
 * for a consent, which says them.
 */
export const trustFacts = (
  config: Pick<SessionConfig, "clientName" | "countryCodes" | "language" | "product"> &
    MoreProducts,
): TrustFact[] => {
  const { clientName, countryCodes, language } = config;
  if (countryCodes.every(asksConsent)) return [];
  const { reads, ...others } = TRUST_WORDS[language];
  const kinds = dataKinds(requestedProducts(config), language).map((kind) =>
    kind.toLocaleLowerCase(language),
  );
  return [
    { term: reads.term, text: reads.text(new Intl.ListFormat(language).format(kinds)) },
    ...Object.values(others).map(({ term, text }) => ({ term, text: text(clientName) })),
  ];
};

/** Returns the names of the kinds of data that products share: always in one order, accounts first. */
export const dataKinds = (products: readonly LinkProduct[], language: Language): string[] => {
  const { scope } = SCOPE_WORDS[language];
  const sorted = LINK_PRODUCTS.filter((product) => products.includes(product));
  return (["accounts", ...sorted] as const).map((kind) => scope[kind].name);
};
