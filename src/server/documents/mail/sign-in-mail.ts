import { MAIL_WORDS } from "../../../i18n/mails.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { Mail } from "../../domain/mail/mailer.ts";
import type { Services } from "../../domain/services.ts";
import { mailOf } from "./mail-content.ts";

/** The mail by which a person opens the account site, once. */
export const signInMail = (
  { brand, publicUrl }: Pick<Services, "brand" | "publicUrl">,
  envelope: Pick<Mail, "mailId" | "to">,
  { path, language }: { path: string; language: Language },
): Mail => {
  const { subject, button, ...words } = MAIL_WORDS[language].signIn;
  return mailOf(envelope, {
    ...words,
    language,
    brand,
    subject: subject(brand.title),
    button: { label: button, url: `${publicUrl()}${path}` },
  });
};
