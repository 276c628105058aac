/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** The texts of mails; `brand` is the operator's name for the server. */
export type MailWords = {
  /** The mail with the link to the account site. */
  signIn: {
    subject: (brand: string) => string;
    text: string;
    button: string;
    until: string;
    notYou: string;
  };
  /** The mail with a code that confirms an address. */
  code: {
    subject: (brand: string) => string;
    text: string;
    until: string;
    notYou: string;
  };
  /** The mail with the address of hosted Link. */
  hosted: {
    subject: (brand: string) => string;
    text: (application: string) => string;
    button: string;
    until: (time: string) => string;
    notYou: string;
  };
  /** The mail to users whose institution is available again. */
  recovery: {
    subject: (brand: string, institution: string) => string;
    text: (institution: string, application: string) => string;
    until: (application: string) => string;
    notYou: string;
  };
  /** The reminder of a consent's end, or of an invalid login. */
  reminder: {
    subject: Record<"ends" | "reconfirm" | "broken", (brand: string) => string>;
    ends: (institution: string, application: string, date: string) => string;
    reconfirm: (institution: string, application: string, date: string) => string;
    broken: (institution: string, application: string, date: string) => string;
    button: string;
    until: string;
    notYou: (application: string) => string;
    optOut: string;
  };
  /** The text above a button's address, for readers who prefer to copy it. */
  address: string;
  /** Names the sender, and the sender's client. */
  sentBy: (brand: string, application: string) => string;
};

/** The texts of mails, by language. */
export const MAIL_WORDS: Record<Language, MailWords> = byLanguage(
  import.meta.glob<MailWords>("./*/mails.ts", { eager: true, import: "mails" }),
);
