/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** A title, and the text below it. */
type Passage = readonly [title: string, text: string];

/** The texts of the pages that a user sees on the way back from their institution. */
export type OAuthWords = {
  done: Passage;
  refused: (institution: string) => string;
  /** If the user wanted that. */
  declined: (institution: string) => string;
  refusedHelp: string;
  /** Back in Link's own page. */
  goingOn: Passage;
  unknown: Passage;
  used: Passage;
  ended: Passage;
  browser: Passage;
  /** The choice between a person's and a company's accounts, if the institution has a sign-in for each. */
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
