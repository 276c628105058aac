/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";
import type { FirstWords } from "./catalogue.ts";

/** The texts of a document before any script runs, by language. */
export const FIRST_WORDS = byLanguage(
  import.meta.glob<{ link: FirstWords; noScript: string }>("./*/link.ts", { eager: true }),
);
