/// <reference types="vite/client" />
import type { ProgramId } from "../protocol/programs.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts for choosing a program: the names of the program's fields for keys, or its file. */
export type ProgramWords = Record<
  "program" | "choose" | "other" | "noProgram" | "fileHelp" | "download",
  string
> & {
  paste: Record<ProgramId, string>;
};

/** The texts by language. They load with the card of grants. */
export const PROGRAM_WORDS: Record<Language, ProgramWords> = byLanguage(
  import.meta.glob<ProgramWords>("./*/programs.ts", { eager: true, import: "programs" }),
);
