/// <reference types="vite/client" />
import type { LinkProduct } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** A title, and the text below it. */
type Passage = readonly [title: string, text: string];

/** The test users for filling in a form, by result. */
export const SITE_USERS = [
  "good",
  "code",
  "device",
  "questions",
  "selections",
  "captcha",
  "purchases",
  "business",
  "custom",
  "wrong",
  "blocked",
  "locked",
  "empty",
  "down",
] as const;
export type SiteUser = (typeof SITE_USERS)[number];

/** The texts of the sandbox banks' sign-in pages. */
export type SandboxBankWords = {
  motto: string;
  madeUp: string;
  /** Used for an application without a name. */
  someApplication: string;
  asks: (application: string) => string;
  asksAgain: (application: string) => string;
  promise: (application: string) => string;
  signIn: string;
  signInAndShare: string;
  signInAndChoose: string;
  cancel: string;
  whoCanSignIn: string;
  fillsIn: string;
  users: Record<SiteUser, string>;
  captcha: Passage;
  isHuman: string;
  next: string;
  device: string;
  code: string;
  codeLabel: string;
  codeSentTo: (device: string) => string;
  codeHint: string;
  questions: string;
  accounts: string;
  accountsHelp: (application: string) => string;
  lacksChoice: string;
  ending: (mask: string) => string;
  term: string;
  year: string;
  week: string;
  share: string;
  blocked: Passage;
  goBack: (application: string) => string;
  elsewhere: Passage;
  late: Passage;
  outdated: Passage;
  loadAgain: string;
};

/** These texts, by language. */
export const SANDBOX_BANK_WORDS = byLanguage(
  import.meta.glob<SandboxBankWords>("./*/sandbox-bank.ts", { eager: true, import: "sandboxBank" }),
);

type Scope = Record<LinkProduct | "accounts", { name: string; means: string }>;

/** The data of each product in the consent's words, by language. */
export const SCOPE_WORDS = byLanguage(
  import.meta.glob<{ scope: Scope }>("./*/rare/consent.ts", { eager: true, import: "words" }),
);
