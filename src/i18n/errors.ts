/// <reference types="vite/client" />
import type { ERRORS, ErrorCode } from "../protocol/errors.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The codes that have a text for the user. */
type SpokenCode = {
  [C in ErrorCode]: (typeof ERRORS)[C] extends { display: string } ? C : never;
}[ErrorCode];

/** The text of each code. */
export type ErrorWords = Record<SpokenCode, string>;

/** The errors' texts for the user, by language; the catalogue of errors itself has English. */
export const ERROR_WORDS: { [L in Language]?: { [C in ErrorCode]?: string } } = byLanguage(
  import.meta.glob<ErrorWords>("./*/errors.ts", { eager: true, import: "errors" }),
);
