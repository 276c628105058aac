/// <reference types="vite/client" />
import { LANGUAGES, type Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";
import type { Catalogue, LazyWords, RareWords } from "./catalogue.ts";
import { FIRST_WORDS } from "./first-words.ts";

const LAZY_WORDS = byLanguage(
  import.meta.glob<LazyWords>("./*/lazy-words.ts", { eager: true, import: "lazyWords" }),
);

const RARE_WORDS = import.meta.glob<object>("./*/rare/*.ts", { eager: true, import: "words" });

/** The intersection of a union's members. */
type All<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer Both,
) => void
  ? Both
  : never;

type AllWords = Catalogue & All<RareWords[keyof RareWords]>;

const rareWordsIn = (language: Language): object[] =>
  Object.entries(RARE_WORDS).flatMap(([path, words]) =>
    path.startsWith(`./${language}/`) ? words : [],
  );

/** All texts of Link, by language. */
export const WORDS = byLanguage(
  Object.fromEntries(
    LANGUAGES.map((language): [string, AllWords] => [
      `./${language}/`,
      Object.assign({}, FIRST_WORDS[language].link, LAZY_WORDS[language], ...rareWordsIn(language)),
    ]),
  ),
);
