import { dayAt, toDate } from "../../domain/calendar.ts";
import type { CertificateEnd } from "../../domain/institutions/certificate-ends.ts";
import type { Mail } from "../../domain/mail/mailer.ts";
import type { Services } from "../../domain/services.ts";
import { toMail } from "./mail-content.ts";

/** Returns the mail about a certificate's end. Like the Dashboard, it is in English. */
export const certificateMail = (
  { brand, publicUrl }: Pick<Services, "brand" | "publicUrl">,
  envelope: Pick<Mail, "mailId" | "to">,
  { institutionId, institutionName: name, until }: CertificateEnd & { institutionName: string },
): Mail =>
  toMail(envelope, {
    language: "en",
    brand,
    subject: `${brand.title}: the certificate for ${name} ends on ${toDate(dayAt(until))}`,
    text: `${name} knows this server by a certificate that ends on ${toDate(dayAt(until))}. After that no user can sign in there and no data is read. Get a new one, register it at the institution, and enter it here.`,
    button: {
      label: "Open it in the Dashboard",
      url: `${publicUrl()}/dashboard/institutions/${institutionId}`,
    },
    until: "Times are in UTC.",
    notYou: "This address was set under Alerts in the Dashboard, where it can be taken out.",
  });
