/// <reference types="vite/client" />
import type { PendingRule } from "../protocol/pending-rule.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of the account site's card of grants. */
export type SharingWords = Record<
  | "title"
  | "help"
  | "open"
  | "name"
  | "accounts"
  | "from"
  | "until"
  | "optional"
  | "create"
  | "tokenHelp"
  | "keysHelp"
  | "door"
  | "pending"
  | "change"
  | "save"
  | "cancel"
  | "copy"
  | "copied"
  | "close"
  | "end"
  | "unused"
  | "joins"
  | "noName"
  | "noAccount"
  | "wrongDates",
  string
> & {
  keysTitle: (application: string) => string;
  keys: Record<"token" | "address" | "user" | "password", string>;
  pendingRules: Record<PendingRule, string>;
  copyLabel: (key: string) => string;
  changeLabel: (application: string) => string;
  used: (day: string, network: string) => string;
  endLabel: (application: string) => string;
};

/** The texts of the card by language. They load with the card. */
export const SHARING_WORDS: Record<Language, SharingWords> = byLanguage(
  import.meta.glob<SharingWords>("./*/sharing.ts", { eager: true, import: "sharing" }),
);
