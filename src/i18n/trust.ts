/// <reference types="vite/client" />
import type { TrustFact } from "../protocol/link/session-start.ts";
import {
  asksConsent,
  type CountryCode,
  type Language,
  LINK_PRODUCTS,
  type LinkProduct,
} from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";
import type { trust } from "./en/trust.ts";
import { SCOPE_WORDS } from "./sandbox-bank.ts";

/** Facts for the user before they choose an institution. */
export type TrustWords = typeof trust;

const TRUST_WORDS = byLanguage(
  import.meta.glob<TrustWords>("./*/trust.ts", { eager: true, import: "trust" }),
);

type TrustQuery = {
  clientName: string;
  /** The name of the server's operator, if known. */
  operator?: string;
  countryCodes: readonly CountryCode[];
  language: Language;
  products: readonly LinkProduct[];
};

/**
 * Returns the facts about an application with these products, for its user before the choice of an
 * institution. Includes the operator if it is not the application. Empty if every country requires
 * a consent, which contains the same facts.
 */
export const factsAbout = ({
  clientName,
  operator = clientName,
  countryCodes,
  language,
  products,
}: TrustQuery): TrustFact[] => {
  if (countryCodes.every(asksConsent)) return [];
  const { reads, runBy, ...others } = TRUST_WORDS[language];
  const [, ...shared] = dataKinds(products, language).map((kind) =>
    kind.toLocaleLowerCase(language),
  );
  const kinds = [...reads.accounts, ...shared];
  return [
    { term: reads.term, text: reads.text(new Intl.ListFormat(language).format(kinds)) },
    ...Object.values(others).map(({ term, text }) => ({ term, text: text(clientName) })),
    ...(operator === clientName ? [] : [{ term: runBy, text: operator }]),
  ];
};

/** Returns the names of the kinds of data of products, always in the same order, accounts first. */
export const dataKinds = (products: readonly LinkProduct[], language: Language): string[] => {
  const { scope } = SCOPE_WORDS[language];
  const sorted = LINK_PRODUCTS.filter((product) => products.includes(product));
  return (["accounts", ...sorted] as const).map((kind) => scope[kind].name);
};
