/// <reference types="vite/client" />
import type { ErrorCode, UserFacingCode } from "../protocol/errors/errors.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The text of each code. */
export type ErrorWords = Record<UserFacingCode, string>;

/** The errors' texts for the user by language. English is in the error catalogue. */
export const ERROR_WORDS: { [L in Language]?: { [C in ErrorCode]?: string } } = byLanguage(
  import.meta.glob<ErrorWords>("./*/errors.ts", { eager: true, import: "errors" }),
);
