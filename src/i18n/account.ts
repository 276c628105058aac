/// <reference types="vite/client" />
import type { Language, Product } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** What somebody is asked before it is done: the question, what follows, and the two answers. */
type Question<Names extends string[]> = {
  title: (...names: Names) => string;
  text: (...names: Names) => string;
  yes: string;
};

/** What the account site says to the people whose accounts are connected. */
export type AccountWords = {
  site: string;
  title: string;
  lead: string;
  loading: string;
  offline: string;
  newTab: string;
  unreachable: { title: string; help: string; again: string };
  noAnswer: string;
  failure: string;
  tooMany: string;
  sessionEnd: string;
  signedOut: string;
  signIn: Record<
    "title" | "help" | "noMail" | "email" | "invalid" | "send" | "sending" | "sentTitle" | "other",
    string
  > & { sent: (email: string) => string };
  mailed: Record<"title" | "help" | "open" | "opening", string>;
  expired: { title: string; help: string };
  erased: { title: string; help: string };
  signOut: string;
  signingOut: string;
  none: { title: string; help: string };
  /** In place of the name of an application that has none. */
  application: string;
  readsFrom: (institution: string) => string;
  status: Record<"connected" | "paused" | "ended", string>;
  pausedHelp: string;
  endedHelp: string;
  what: string;
  /** What is read whatever is asked for. */
  balances: string;
  products: Record<Product, string>;
  since: string;
  until: string;
  untilEnded: string;
  accounts: string;
  stop: string;
  stopLabel: (account: string) => string;
  disconnect: string;
  erase: string;
  eraseRest: string;
  working: string;
  cancel: string;
  stopQuestion: Question<[account: string, application: string]>;
  disconnectQuestion: Question<[application: string, institution: string]>;
  eraseQuestion: Question<[application: string, institution: string]>;
  /** Of a connection that has ended. */
  eraseRestQuestion: Question<[application: string, institution: string]>;
  eraseAllQuestion: Question<[]>;
  stopped: (account: string, application: string) => string;
  disconnected: (application: string) => string;
  erasedOne: (application: string) => string;
  erasedRest: (application: string) => string;
  comeBack: Record<
    "title" | "help" | "noMail" | "send" | "code" | "confirm" | "wrong" | "saved" | "other",
    string
  > & { sent: (email: string) => string; signedIn: (email: string) => string };
  data: Record<"title" | "help" | "download" | "eraseAll" | "kept", string>;
};

/** What the account site says, by language. */
export const ACCOUNT_WORDS: Record<Language, AccountWords> = byLanguage(
  import.meta.glob<AccountWords>("./*/account.ts", { eager: true, import: "account" }),
);
