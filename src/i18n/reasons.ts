/// <reference types="vite/client" />
import type { ReasonWords } from "../protocol/match-reason.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The reasons for the score of two transactions that may be the same, by language. */
export const REASON_WORDS: Record<Language, ReasonWords> = byLanguage(
  import.meta.glob<ReasonWords>("./*/reasons.ts", { eager: true, import: "reasons" }),
);
