import type { Language } from "../protocol/vocabulary.ts";
import { page as en } from "./en/page.ts";
import { page as fr } from "./fr/page.ts";

/** What the page itself says to the user, as long as Link is not there to speak. */
export type PageWords = Record<
  "starting" | "failed" | "restart" | "retry" | "close" | "again",
  string
>;

const WORDS: Record<Language, PageWords> = { en, fr };

/** The words of a language; English in place of one that is not spoken, which the server refuses. */
export const wordsOf = (language: unknown): PageWords => WORDS[language as Language] ?? en;
