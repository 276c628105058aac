/// <reference types="vite/client" />
import type { Language } from "../protocol/vocabulary.ts";
import { byLanguage } from "./by-language.ts";

/** What mails say; `brand` is the name of whoever hosts the server. */
export type MailWords = {
  /** With what opens the account site. */
  signIn: {
    subject: (brand: string) => string;
    text: string;
    button: string;
    until: string;
    notYou: string;
  };
  /** With a code that confirms an address. */
  code: {
    subject: (brand: string) => string;
    text: string;
    until: string;
    notYou: string;
  };
  /** To whom an institution did not answer, once it does again. */
  recovery: {
    subject: (institution: string) => string;
    text: (institution: string, application: string) => string;
    until: (application: string) => string;
    notYou: string;
  };
};

/** What mails say, by language. */
export const MAIL_WORDS: Record<Language, MailWords> = byLanguage(
  import.meta.glob<MailWords>("./*/mails.ts", { eager: true, import: "mails" }),
);
