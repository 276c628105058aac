import type { Language } from "../protocol/vocabulary.ts";
import { page as en } from "./en/page.ts";
import { page as fr } from "./fr/page.ts";
import type { PageWords } from "./page-words.ts";

const WORDS: Record<Language, PageWords> = { en, fr };

/** The words of a language; English in place of one that is not spoken, which the server refuses. */
export const wordsOf = (language: unknown): PageWords => WORDS[language as Language] ?? en;
