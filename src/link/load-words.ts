import { en, type FirstWords } from "./i18n/en.ts";

/** The words of a language, once they are here; English where they cannot be had. */
export const wordsIn = async (language: string): Promise<FirstWords> =>
  language === "fr"
    ? import("./i18n/fr.ts").then(
        ({ fr }) => fr,
        () => en,
      )
    : en;
