import type { Language } from "../protocol/vocabulary.ts";
import { page as en } from "./en/page.ts";
import { page as fr } from "./fr/page.ts";
import type { PageWords } from "./page-words.ts";

const WORDS: Record<Language, PageWords> = { en, fr };

/**
 * Returns the texts of a language, or English for an unknown language, which the server refuses
 * later.
 */
export const chooseWords = (language: unknown): PageWords => WORDS[language as Language] ?? en;
