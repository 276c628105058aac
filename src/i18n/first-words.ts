/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";
import type { FirstWords } from "./catalogue.ts";

/** What a document says without any script, by language. */
export const FIRST_WORDS = byLanguage(
  import.meta.glob<{ link: FirstWords; noScript: string }>("./*/link.ts", { eager: true }),
);
