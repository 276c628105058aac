import { latinLetters } from "./latin-letters.ts";

/** How many words of a text are compared. */
const MOST_WORDS = 40;

/** Returns the words of a name or a street, in lower case, without accents and apostrophes; Müller is also Mueller. */
export const plainWords = (text: string): string[] =>
  latinLetters(text.slice(0, 500))
    .replace(/['’`´]/gu, "")
    .replace(/([aou])e/g, "$1")
    .replace(/aa/g, "a")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
