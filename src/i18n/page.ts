/// <reference types="vite/client" />

/** What the page itself says to the user, as long as Link is not there to speak. */
export type PageWords = Record<
  "starting" | "failed" | "later" | "retry" | "close" | "again",
  string
>;

const WORDS = import.meta.glob<PageWords>("./*/page.ts", { eager: true, import: "page" });

/** The words of a language; English in place of one that is not spoken, which the server refuses. */
export const wordsOf = (language: unknown): PageWords =>
  WORDS[`./${language}/page.ts`] ?? (WORDS["./en/page.ts"] as PageWords);
