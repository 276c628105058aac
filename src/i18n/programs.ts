/// <reference types="vite/client" />
import type { ProgramId } from "../protocol/programs.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of the choice of a program: the fields in each for its keys, or its file. */
export type ProgramWords = Record<
  "program" | "choose" | "other" | "noProgram" | "fileHelp" | "download",
  string
> & {
  paste: Record<ProgramId, string>;
};

/** The texts of the choice, by language; they are loaded with the card of grants. */
export const PROGRAM_WORDS: Record<Language, ProgramWords> = byLanguage(
  import.meta.glob<ProgramWords>("./*/programs.ts", { eager: true, import: "programs" }),
);
