import { MAIL_WORDS } from "../../../i18n/mails.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { Mail } from "../../domain/mail/mailer.ts";
import type { Services } from "../../domain/services.ts";
import { mailOf } from "./mail-content.ts";

/** Returns the mail with the code that proves that a user reads the address they typed. */
export const codeMail = (
  { brand }: Pick<Services, "brand">,
  envelope: Pick<Mail, "mailId" | "to">,
  { code, language }: { code: string; language: Language },
): Mail => {
  const { subject, ...words } = MAIL_WORDS[language].code;
  return mailOf(envelope, { ...words, language, brand, subject: subject(brand.title), code });
};
