/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of the account site's downloads. */
export type DownloadsWords = Record<
  "help" | "format" | "everything" | "transactions" | "download",
  string
>;

/** The texts of the downloads by language. They load with the downloads. */
export const DOWNLOADS_WORDS: Record<Language, DownloadsWords> = byLanguage(
  import.meta.glob<DownloadsWords>("./*/downloads.ts", { eager: true, import: "downloads" }),
);
