import { PORTAL_WORDS } from "../i18n/portal.ts";
import type { Language } from "../protocol/vocabulary.ts";

const isSpoken = (code: string): code is Language => Object.hasOwn(PORTAL_WORDS, code);

/** Returns the first of a browser's languages that the site supports; English if there is none. */
export const languageOf = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.slice(0, 2).toLowerCase()).find(isSpoken) ?? "en";
