/// <reference types="vite/client" />
import type { ERRORS, ErrorCode } from "../protocol/errors.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The codes that say something to the user. */
type SpokenCode = {
  [C in ErrorCode]: (typeof ERRORS)[C] extends { display: string } ? C : never;
}[ErrorCode];

/** What each of them says. */
export type ErrorWords = Record<SpokenCode, string>;

/** What errors say to the user, by language; the catalogue of errors itself speaks English. */
export const ERROR_WORDS: { [L in Language]?: { [C in ErrorCode]?: string } } = byLanguage(
  import.meta.glob<ErrorWords>("./*/errors.ts", { eager: true, import: "errors" }),
);
