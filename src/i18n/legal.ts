/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";

/** A page of plain text: its title, and parts with headings. No character is markup. */
export type LegalText = { title: string; parts: [heading: string, text: string][] };

/**
 * The terms that a user accepts with a consent, and the use of their data. They apply to every
 * server with this software. An operator with additions serves separate pages.
 */
export type LegalTexts = Record<"terms" | "privacy", LegalText>;

/** The legal pages, by language. */
export const LEGAL_TEXTS = byLanguage(
  import.meta.glob<LegalTexts>("./*/legal.ts", { eager: true, import: "legal" }),
);
