/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** A title, and the text below it. */
type Passage = readonly [title: string, text: string];

/** The texts of the pages on a user's way back from the institution. */
export type OAuthWords = {
  done: Passage;
  refused: (institution: string) => string;
  /** The text after the user declined. */
  declined: (institution: string) => string;
  refusedHelp: string;
  /** Back in Link's own page. */
  goingOn: Passage;
  unknown: Passage;
  used: Passage;
  ended: Passage;
  browser: Passage;
  /**
   * The choice between personal and business accounts, if the institution has a sign-in for each.
   */
  whose: Passage;
  personal: string;
  business: string;
  /** A sign-in address that was opened directly, not from Link. */
  closed: Passage;
};

/** These texts, by language. */
export const OAUTH_WORDS: Record<Language, OAuthWords> = byLanguage(
  import.meta.glob<OAuthWords>("./*/oauth.ts", { eager: true, import: "oauth" }),
);
