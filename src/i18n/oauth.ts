/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** A title, and what stands below it. */
type Passage = readonly [title: string, text: string];

/** What the pages say that a user comes to on the way back from their institution. */
export type OAuthWords = {
  done: Passage;
  refused: (institution: string) => string;
  /** Where that is what the user wanted. */
  declined: (institution: string) => string;
  refusedHelp: string;
  /** Back in Link's own page. */
  goingOn: Passage;
  unknown: Passage;
  used: Passage;
  ended: Passage;
  browser: Passage;
  /** An address of the way there that was opened by itself. */
  closed: Passage;
};

/** These words, by language. */
export const OAUTH_WORDS: Record<Language, OAuthWords> = byLanguage(
  import.meta.glob<OAuthWords>("./*/oauth.ts", { eager: true, import: "oauth" }),
);
