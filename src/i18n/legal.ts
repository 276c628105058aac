/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";

/** A page of plain text: its title, and its parts with a heading each. No character means markup. */
export type LegalText = { title: string; parts: [heading: string, text: string][] };

/**
 * The terms that a consenting person agrees to, and the use of their data. They apply to every server that
 * runs this software; an operator with additions serves pages of their own.
 */
export type LegalTexts = Record<"terms" | "privacy", LegalText>;

/** The legal pages, by language. */
export const LEGAL_TEXTS = byLanguage(
  import.meta.glob<LegalTexts>("./*/legal.ts", { eager: true, import: "legal" }),
);
