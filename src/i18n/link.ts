/// <reference types="vite/client" />
import type { Catalogue, FirstWords } from "./catalogue.ts";
import { link } from "./en/link.ts";

/** A chunk for each language, except for the language in the script. */
const LANGUAGES = import.meta.glob<Catalogue>("./*/all.ts", { import: "words" });

/** Loads the texts of a language; resolves with English if they cannot be loaded. */
export const wordsIn = async (language: string): Promise<FirstWords> =>
  LANGUAGES[`./${language}/all.ts`]?.().catch(() => link) ?? link;
