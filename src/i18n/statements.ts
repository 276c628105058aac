/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of the account site's statements. */
export type StatementsWords = Record<"title" | "statement" | "download", string>;

/** The texts of the statements by language. They load with the statements. */
export const STATEMENTS_WORDS: Record<Language, StatementsWords> = byLanguage(
  import.meta.glob<StatementsWords>("./*/statements.ts", { eager: true, import: "statements" }),
);
