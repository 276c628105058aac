/// <reference types="vite/client" />
import type { ConsentEnd } from "../protocol/errors/consent-ends.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/**
 * The account site's texts for an ended consent by reason, and for a consent that a confirmation
 * renews.
 */
export type ConsentEndWords = Record<ConsentEnd, string> & { ask: string; yes: string };

/** The texts by language. They load with the part that shows them. */
export const CONSENT_END_WORDS: Record<Language, ConsentEndWords> = byLanguage(
  import.meta.glob<ConsentEndWords>("./*/consent-ends.ts", { eager: true, import: "consentEnds" }),
);
