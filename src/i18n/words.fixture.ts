/// <reference types="vite/client" />
import { WORDS } from "./all-words.ts";
import { byLanguage } from "./by-language.ts";

/** All texts of Link in English and in French. */
export const { en, fr } = WORDS;

/** The patterns of sentences that quote a button's label, by language. */
export const SAYINGS = byLanguage(
  import.meta.glob<Record<"again" | "list" | "leave", RegExp>>("./*/sayings.fixture.ts", {
    eager: true,
    import: "sayings",
  }),
);
