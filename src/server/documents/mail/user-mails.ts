import { MAIL_WORDS } from "../../../i18n/mails.ts";
import type { PreviewMail } from "../../../protocol/dashboard/preview.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../../protocol/vocabulary.ts";
import type { Reminder } from "../../domain/items/reminder.ts";
import type { Mail } from "../../domain/mail/mailer.ts";
import type { Services } from "../../domain/services.ts";
import { type MailClient, toMail } from "./mail-content.ts";

/** The mail with a single-use link to the account site. */
export const signInMail = (
  { brand, publicUrl }: Pick<Services, "brand" | "publicUrl">,
  envelope: Pick<Mail, "mailId" | "to">,
  { path, language }: { path: string; language: Language },
): Mail => {
  const { subject, button, ...words } = MAIL_WORDS[language].signIn;
  return toMail(envelope, {
    ...words,
    language,
    brand,
    subject: subject(brand.title),
    button: { label: button, url: `${publicUrl()}${path}` },
  });
};

/** Returns the mail with a code that proves the user's mail address. */
export const codeMail = (
  { brand }: Pick<Services, "brand">,
  envelope: Pick<Mail, "mailId" | "to">,
  { code, language }: { code: string; language: Language },
): Mail => {
  const { subject, ...words } = MAIL_WORDS[language].code;
  return toMail(envelope, { ...words, language, brand, subject: subject(brand.title), code });
};

/** Returns the mail with a hosted Link address. The subject has no text from the client. */
export const hostedLinkMail = (
  { brand }: Pick<Services, "brand">,
  envelope: Pick<Mail, "mailId" | "to">,
  {
    url,
    expiresAt,
    client,
    language,
  }: { url: string; expiresAt: number; client: MailClient; language: Language },
): Mail => {
  const { subject, text, button, until, notYou } = MAIL_WORDS[language].hosted;
  const time = new Date(expiresAt).toLocaleString(language, {
    ...{ day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" },
    ...{ timeZone: "UTC", timeZoneName: "short" },
  });
  return toMail(envelope, {
    language,
    brand,
    client,
    subject: subject(brand.title),
    text: text(client.name),
    button: { label: button, url },
    until: until(time),
    notYou,
  });
};

/** Returns the mail to a user who could not sign in at an institution, after its recovery. */
export const recoveryMail = (
  { brand }: Pick<Services, "brand">,
  envelope: Pick<Mail, "mailId" | "to">,
  {
    institutionName,
    client,
    language,
  }: { institutionName: string; client: MailClient; language: Language },
): Mail => {
  const { subject, text, until, notYou } = MAIL_WORDS[language].recovery;
  return toMail(envelope, {
    language,
    brand,
    client,
    subject: subject(brand.title, institutionName),
    text: text(institutionName, client.name),
    until: until(client.name),
    notYou,
  });
};

/**
 * Returns the reminder of a consent's end or a broken login. The subject has no text from the
 * client.
 */
export const reminderMail = (
  { brand }: Pick<Services, "brand">,
  envelope: Pick<Mail, "mailId" | "to">,
  about: {
    kind: Reminder["kind"];
    at: number;
    institutionName: string;
    client: MailClient;
    language: Language;
    url: string;
    optOutUrl: string;
  },
): Mail => {
  const { kind, at, institutionName, client, language, url, optOutUrl } = about;
  const words = MAIL_WORDS[language].reminder;
  const date = new Date(at).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
  return toMail(envelope, {
    language,
    brand,
    client,
    subject: words.subject[kind](brand.title),
    text: words[kind](institutionName, client.name, date),
    button: { label: words.button, url },
    until: words.until,
    notYou: words.notYou(client.name),
    optOut: { label: words.optOut, url: optOutUrl },
  });
};

/** The consent's end in samples. */
const SAMPLE_END = Date.UTC(2027, 2, 14);

/** The address in samples. */
const SAMPLE_URL = "https://bank.example/hosted";

/** Returns a sample of a mail to users; its links lead nowhere. */
export const sampleMail = (...sample: Parameters<typeof writeSample>): Mail => {
  const mail = writeSample(...sample);
  return { ...mail, html: mail.html.replaceAll(`href="${SAMPLE_URL}"`, 'href="#"') };
};

const writeSample = (
  { brand }: Pick<Services, "brand">,
  { kind, client }: { kind: PreviewMail; client: MailClient },
): Mail => {
  const envelope = { mailId: "sample", to: "ann@mail.example" };
  const services = { brand, publicUrl: () => "" };
  const language = DEFAULT_LANGUAGE;
  switch (kind) {
    case "signIn":
      return signInMail(services, envelope, { path: "#", language });
    case "code":
      return codeMail(services, envelope, { code: "48213076", language });
    case "hosted":
      return hostedLinkMail(services, envelope, {
        ...{ url: SAMPLE_URL, expiresAt: SAMPLE_END, client, language },
      });
    case "recovery":
      return recoveryMail(services, envelope, {
        ...{ institutionName: "Lanternfield", client, language },
      });
    case "reminder":
      return reminderMail(services, envelope, {
        ...{ kind: "ends", at: SAMPLE_END, institutionName: "Lanternfield", client, language },
        ...{ url: SAMPLE_URL, optOutUrl: "#" },
      });
  }
};
