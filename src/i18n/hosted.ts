/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of hosted Link's page; `application` is the client's name. */
export type HostedWords = {
  title: (application: string) => string;
  text: (application: string) => string;
  /** In update mode. */
  updateTitle: (application: string) => string;
  updateText: (application: string) => string;
  button: string;
  back: (application: string) => string;
  until: (time: string) => string;
  /** For a link of a reminder. */
  renewText: (application: string) => string;
  /** The title for a reminder that needs only a confirmation. */
  reconfirmTitle: (application: string) => string;
  reconfirmText: (application: string) => string;
  reconfirmButton: string;
  dates: (since: string, until: string | null) => string;
  renewedTitle: string;
  renewedText: (application: string) => string;
  doneTitle: string;
  doneText: (application: string) => string;
  /** The texts for an expired or mistyped link. */
  overTitle: string;
  expiredText: (application: string, time: string) => string;
  overText: string;
  /** Names the operator below the page. */
  runBy: (brand: string) => string;
  terms: string;
  privacyPolicy: string;
  offline: string;
  /** The texts of the page that ends reminders: before, after, and after turning them on again. */
  reminders: Record<
    "ask" | "stopped" | "again",
    { title: string; text: string; button: string | null }
  >;
  again: string;
};

/** These texts, by language. */
export const HOSTED_WORDS: Record<Language, HostedWords> = byLanguage(
  import.meta.glob<HostedWords>("./*/hosted.ts", { eager: true, import: "hosted" }),
);
