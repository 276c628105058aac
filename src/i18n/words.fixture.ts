/// <reference types="vite/client" />
import { LANGUAGES } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";
import type { Catalogue, LazyWords } from "./catalogue.ts";
import { FIRST_WORDS } from "./first-words.ts";

const LAZY_WORDS = byLanguage(
  import.meta.glob<LazyWords>("./*/lazy-words.ts", { eager: true, import: "lazyWords" }),
);

/** Everything Link says, by language. */
export const WORDS = byLanguage(
  Object.fromEntries(
    LANGUAGES.map((language): [string, Catalogue] => [
      `./${language}/`,
      { ...FIRST_WORDS[language].link, ...LAZY_WORDS[language] },
    ]),
  ),
);

/** Everything Link says in English and in French. */
export const { en, fr } = WORDS;

/** How sentences say what a button of ours does, by language. */
export const SAYINGS = byLanguage(
  import.meta.glob<Record<"again" | "list" | "leave", RegExp>>("./*/sayings.fixture.ts", {
    eager: true,
    import: "sayings",
  }),
);
