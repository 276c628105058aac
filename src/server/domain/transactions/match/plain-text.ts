import { plainLetters } from "../../enrichment/plain-letters.ts";

/** The maximum length of a compared text, in characters. */
const MAX_CHARACTERS = 500;

/** Initials that count as one word, such as H&M, H & M and AT&T. */
const INITIALS =
  /(?<!\p{L})(?:\p{L}(?:(?:[.'’-]|\s?[&+]\s?)\p{L})+|\p{L}{1,2}[&+]\p{L}{1,2})(?!\p{L})/gu;

/** Returns a text in lower case without accents and apostrophes, with initials as one word. */
export const plainText = (text: string): string =>
  plainLetters(
    text.slice(0, MAX_CHARACTERS).replace(INITIALS, (letters) => letters.replace(/[^\p{L}]/gu, "")),
  );

/** Returns a word's canonical spelling: Müller and Mueller are equal, as are Århus and Aarhus. */
export const plainWord = (word: string): string =>
  word.replace(/([aou])e/g, "$1").replaceAll("aa", "a");
