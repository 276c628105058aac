/// <reference types="vite/client" />
import type { ConsentEnd } from "../protocol/errors/consent-ends.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The account site's texts of an ended consent, by its reason, and of one that its user's yes renews. */
export type ConsentEndWords = Record<ConsentEnd, string> & { ask: string; yes: string };

/** These texts, by language; they are loaded with the part that shows them. */
export const CONSENT_END_WORDS: Record<Language, ConsentEndWords> = byLanguage(
  import.meta.glob<ConsentEndWords>("./*/consent-ends.ts", { eager: true, import: "consentEnds" }),
);
