/// <reference types="vite/client" />
import type { Language, Product } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** A question before an action: its title and its consequences. */
type Question<Names extends string[]> = {
  title: (...names: Names) => string;
  text: (...names: Names) => string;
};

/** The texts of the account site. */
export type PortalWords = {
  title: string;
  lead: (brand: string) => string;
  loading: string;
  offline: string;
  unreachable: { title: string; help: string; again: string };
  noAnswer: string;
  failure: string;
  tooMany: string;
  sessionEnd: string;
  signedOut: string;
  signIn: Record<
    | "title"
    | "help"
    | "noMail"
    | "email"
    | "invalid"
    | "send"
    | "sending"
    | "sentTitle"
    | "again"
    | "other",
    string
  > & { sent: (email: string) => string };
  mailed: Record<"title" | "help" | "open" | "opening", string>;
  expired: { title: string; help: string };
  erased: { title: string; help: string };
  signOut: string;
  none: { title: string; help: string };
  /** Used for an application without a name. */
  application: string;
  readsFrom: (institution: string, hasEnded: boolean) => string;
  status: Record<"connected" | "paused" | "ended", string>;
  pausedHelp: string;
  endedHelp: string;
  what: string;
  /** Always read, in addition to the products. */
  balances: string;
  products: Record<Product, string>;
  since: string;
  until: string;
  untilEnded: string;
  accounts: string;
  ends: string;
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
  /** The question for an ended connection. */
  eraseRestQuestion: Question<[application: string, institution: string]>;
  eraseAllQuestion: Question<[]> & { yes: string };
  stopped: (account: string, application: string) => string;
  disconnected: (application: string) => string;
  erasedOne: (application: string) => string;
  erasedRest: (application: string) => string;
  comeBack: Record<"title" | "help" | "send" | "code" | "confirm" | "wrong" | "saved", string> & {
    sent: (email: string) => string;
    signedIn: (email: string) => string;
  };
  data: Record<"title" | "eraseAll" | "kept", string>;
};

/** The texts of the account site, by language. */
export const PORTAL_WORDS: Record<Language, PortalWords> = byLanguage(
  import.meta.glob<PortalWords>("./*/portal.ts", { eager: true, import: "portal" }),
);
