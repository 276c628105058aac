/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of the account site's links to the sites of other cells. */
export type OtherSitesWords = Record<"help", string>;

/** The texts by language. The server writes them into the document. */
export const OTHER_SITES_WORDS: Record<Language, OtherSitesWords> = byLanguage(
  import.meta.glob<OtherSitesWords>("./*/other-sites.ts", { eager: true, import: "otherSites" }),
);
