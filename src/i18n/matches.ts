/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of the account site's tasks: accounts that wait, and transactions that may be the same. */
export type MatchesWords = Record<
  | "waiting"
  | "title"
  | "before"
  | "now"
  | "pending"
  | "same"
  | "different"
  | "why"
  | "decided"
  | "stale",
  string
> & { help: (account: string) => string; more: (count: number) => string };

/** The texts of the question by language. They load with the question. */
export const MATCHES_WORDS: Record<Language, MatchesWords> = byLanguage(
  import.meta.glob<MatchesWords>("./*/matches.ts", { eager: true, import: "matches" }),
);
