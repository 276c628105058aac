import { ACCOUNT_WORDS } from "../i18n/account.ts";
import type { Language } from "../protocol/vocabulary.ts";

const isSpoken = (code: string): code is Language => Object.hasOwn(ACCOUNT_WORDS, code);

/** The first language of a browser's list that the site speaks; English where it speaks none. */
export const languageOf = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.slice(0, 2).toLowerCase()).find(isSpoken) ?? "en";
