/// <reference types="vite/client" />
import type { Catalogue, FirstWords } from "./catalogue.ts";
import { link } from "./en/link.ts";

/** A chunk for each language but the one that the script brings along. */
const LANGUAGES = import.meta.glob<Catalogue>("./*/all.ts", { import: "words" });

/** The words of a language, once they are here; English where they cannot be had. */
export const wordsIn = async (language: string): Promise<FirstWords> =>
  LANGUAGES[`./${language}/all.ts`]?.().catch(() => link) ?? link;
