import { SCOPE_WORDS } from "../../../i18n/sandbox-bank.ts";
import { TRUST_WORDS } from "../../../i18n/trust.ts";
import type { TrustFact } from "../../../protocol/bridge.ts";
import type { SessionConfig } from "../../../protocol/config.ts";
import { asksConsent, LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { sessionProducts } from "../../domain/link/session-products.ts";

/**
 * Returns the facts for the user before they choose an institution; none if every country asks
 * for a consent, which says them.
 */
export const trustFacts = (
  config: Pick<SessionConfig, "clientName" | "countryCodes" | "language" | "product">,
): TrustFact[] => {
  const { clientName, countryCodes, language } = config;
  if (countryCodes.every(asksConsent)) return [];
  const { reads, ...others } = TRUST_WORDS[language];
  const { scope } = SCOPE_WORDS[language];
  const products = sessionProducts(config);
  // Always in one order: the document and the session list the products in their own.
  const sorted = LINK_PRODUCTS.filter((product) => products.includes(product));
  const kinds = (["accounts", ...sorted] as const).map((kind) =>
    scope[kind].name.toLocaleLowerCase(language),
  );
  return [
    { term: reads.term, text: reads.text(new Intl.ListFormat(language).format(kinds)) },
    ...Object.values(others).map(({ term, text }) => ({ term, text: text(clientName) })),
  ];
};
