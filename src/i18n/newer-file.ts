/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of the account site's upload of a newer file. */
export type NewerFileWords = Record<
  | "title"
  | "help"
  | "choose"
  | "noneAdded"
  | "tooLarge"
  | "failed"
  | "noAnswer"
  | "whichAccount"
  | "order"
  | "dayFirst"
  | "monthFirst"
  | "repeats"
  | "same"
  | "other"
  | "elsewhere"
  | "cancel",
  string
> &
  Record<"sending" | "reading", (percent: number | null) => string> & {
    added: (count: number) => string;
  };

/** The texts by language. They load with the upload. */
export const NEWER_FILE_WORDS: Record<Language, NewerFileWords> = byLanguage(
  import.meta.glob<NewerFileWords>("./*/newer-file.ts", { eager: true, import: "newerFile" }),
);
