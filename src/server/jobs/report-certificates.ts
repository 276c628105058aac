import { z } from "zod";
import { certificateMail } from "../documents/mail/certificate-mail.ts";
import { DAY_MS, dayAt } from "../domain/calendar.ts";
import { opaqueId } from "../domain/identifiers.ts";
import {
  CERTIFICATE_NOTICE_DAYS,
  type CertificateEnd,
  certificateEnds,
} from "../domain/institutions/certificate-ends.ts";
import { type NewJob, newJob } from "../domain/jobs/job.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import type { Services } from "../domain/services.ts";
import { job } from "./job.ts";

/** The name of the job that reports ends of certificates; stored in the database. */
const REPORT_CERTIFICATES_JOB = "report-certificates";

/** The days before a certificate's end on which a mail is sent. */
const REPORT_DAYS = [CERTIFICATE_NOTICE_DAYS, 14, 7, 3, 1];

/**
 * Mails the alert address before the end of a certificate that identifies this server to an
 * institution, once a day. Only a single client's address is the operator's own. With several
 * clients no mail is sent, so that none learns of the operator's institutions.
 */
export const reportCertificates = job({
  name: REPORT_CERTIFICATES_JOB,
  schema: z.strictObject({}),
  async run(_, context) {
    const { clock, store, vault, mailer } = context;
    const now = clock();
    const due =
      mailer === null
        ? []
        : certificateEnds(vault, await store.institutions.connections()).filter(({ until }) =>
            REPORT_DAYS.includes(dayAt(until) - dayAt(now)),
          );
    const to = due.length === 0 ? null : await addressOfOperator(store);
    const mails = to === null ? [] : due.map((end) => mailOf(context, end, to));
    return { done: true, next: [...mails, newCertificatesJob(context, now + DAY_MS)] };
  },
});

/** Returns the only client's alert address; null without one, or with several clients. */
async function addressOfOperator({ clients, alerts }: Services["store"]): Promise<string | null> {
  const [first, second] = await clients.all();
  if (!first || second) return null;
  return (await alerts.of(first.client.clientId))?.email ?? null;
}

const mailOf = (
  services: Services,
  { institutionId, until }: CertificateEnd,
  to: string,
): NewJob => {
  const { clock, random, directory } = services;
  const name = directory.has(institutionId) ? directory.get(institutionId).name : institutionId;
  return mailJob(
    services,
    certificateMail(
      services,
      { mailId: opaqueId(random), to },
      { institutionId, institutionName: name, until },
    ),
    clock() + DAY_MS,
  );
};

/** The job of a day. Its id contains the day, so that several servers add it once. */
export const newCertificatesJob = (
  services: Pick<Services, "clock" | "random">,
  dueAt: number = services.clock(),
): NewJob =>
  newJob(services, {
    jobId: `${REPORT_CERTIFICATES_JOB}:${new Date(dueAt).toISOString().slice(0, 10)}`,
    name: REPORT_CERTIFICATES_JOB,
    payload: {},
    lane: REPORT_CERTIFICATES_JOB,
    dueAt,
  });
