/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of the account site's reminders. */
export type RemindersWords = Record<"isOn" | "isOff" | "start" | "stop", string>;

/** The texts of the reminders by language. They load with the reminders. */
export const REMINDERS_WORDS: Record<Language, RemindersWords> = byLanguage(
  import.meta.glob<RemindersWords>("./*/reminders.ts", { eager: true, import: "reminders" }),
);
