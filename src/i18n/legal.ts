/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";

/** A page of plain text: its title, and its parts with a heading each. No character means markup. */
export type LegalText = { title: string; parts: [heading: string, text: string][] };

/**
 * What a person who consents agrees to, and what becomes of their data. Only what is true of every
 * server that runs this: whoever adds something of their own puts up pages of their own.
 */
export type LegalTexts = Record<"terms" | "privacy", LegalText>;

/** The legal pages, by language. */
export const LEGAL_TEXTS = byLanguage(
  import.meta.glob<LegalTexts>("./*/legal.ts", { eager: true, import: "legal" }),
);
