import { MAIL_WORDS } from "../../../i18n/mails.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { Mail } from "../../domain/mail/mailer.ts";
import type { Services } from "../../domain/services.ts";
import { mailOf } from "./mail-content.ts";

/** Returns the mail to a user who could not sign in at an institution, after it has recovered. */
export const recoveryMail = (
  { brand }: Pick<Services, "brand">,
  envelope: Pick<Mail, "mailId" | "to">,
  {
    institutionName,
    clientName,
    language,
  }: { institutionName: string; clientName: string; language: Language },
): Mail => {
  const { subject, text, until, notYou } = MAIL_WORDS[language].recovery;
  return mailOf(envelope, {
    language,
    brand,
    subject: subject(institutionName),
    text: text(institutionName, clientName),
    until: until(clientName),
    notYou,
  });
};
