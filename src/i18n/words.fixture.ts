/// <reference types="vite/client" />
import { LANGUAGES } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";
import type { Catalogue, LazyWords } from "./catalogue.ts";
import { FIRST_WORDS } from "./first-words.ts";

const LAZY_WORDS = byLanguage(
  import.meta.glob<LazyWords>("./*/lazy-words.ts", { eager: true, import: "lazyWords" }),
);

/** All texts of Link, by language. */
export const WORDS = byLanguage(
  Object.fromEntries(
    LANGUAGES.map((language): [string, Catalogue] => [
      `./${language}/`,
      { ...FIRST_WORDS[language].link, ...LAZY_WORDS[language] },
    ]),
  ),
);

/** All texts of Link in English and in French. */
export const { en, fr } = WORDS;

/** The patterns for sentences that name a button's action, by language. */
export const SAYINGS = byLanguage(
  import.meta.glob<Record<"again" | "list" | "leave", RegExp>>("./*/sayings.fixture.ts", {
    eager: true,
    import: "sayings",
  }),
);
