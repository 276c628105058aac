import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { LANGUAGES } from "../../protocol/vocabulary.ts";
import { codeMail } from "../documents/mail/user-mails.ts";
import { Fault } from "../domain/fault.ts";
import { opaqueId } from "../domain/identifiers.ts";
import type { Limit } from "../domain/limits/rate-limits.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import { EmailAddress, emailDigest, sealEmail, signInJob } from "../domain/portal-users/email.ts";
import type { Services } from "../domain/services.ts";
import { changeWithAudit, portalAction } from "./action.ts";

/** How long a code is valid. */
const CODE_MS = 10 * 60 * 1000;

/** The maximum number of codes per session, for all addresses. */
const MAX_CODES = 5;

/**
 * The maximum number of mails per address from all sessions, so that an attacker cannot fill a
 * mailbox.
 */
const MAILS: Limit = { perMinute: 5, code: "RATE_LIMIT" };

/**
 * The maximum number of attempts per code, including the right attempt. There are 100 million
 * codes.
 */
const MAX_GUESSES = 5;

/**
 * Sends a code to an address that the user typed. An address has no effect until the user types its
 * code in this session, so a mistyped address reveals nothing.
 */
export const sendCode = portalAction({
  path: "/account/email",
  request: z.strictObject({ email: EmailAddress, language: z.enum(LANGUAGES) }),
  async run({ email, language }, { sessionDigest }, services) {
    requireMailer(services);
    const { clock, limiter, random, store } = services;
    const recipient = emailDigest(services, email);
    await limiter.pass(`account-code to ${recipient}`, MAILS);
    const code = newCode(services);
    const expiresAt = clock() + CODE_MS;
    const record = {
      sessionDigest,
      codeDigest: codeDigest(services, sessionDigest, code),
      emailDigest: recipient,
      sealedEmail: sealEmail(services, email),
      expiresAt,
    };
    const mail = codeMail(services, { mailId: opaqueId(random), to: email }, { code, language });
    await store.transact(async ({ portalUsers, jobs }) => {
      if (!(await portalUsers.setCode(record, MAX_CODES)))
        throw new Fault("RATE_LIMIT", { message: "no more codes are sent in this session" });
      await jobs.add([mailJob(services, mail, expiresAt)]);
    });
  },
});

/**
 * Confirms the code. The connections of this session then belong to the person with the address.
 */
export const confirmCode = portalAction({
  path: "/account/email/confirm",
  request: z.strictObject({ code: z.string().max(40) }),
  async run({ code }, session, services) {
    const { sessionDigest } = session;
    const { clock, random, store } = services;
    const record = await store.portalUsers.code(sessionDigest);
    const actualDigest = codeDigest(services, sessionDigest, code.replace(/\D/g, ""));
    if (!record || clock() >= record.expiresAt) throw wrongCode();
    // The attempt is counted before the comparison. Concurrent attempts thus get no extra attempts.
    if (!(await store.portalUsers.countGuess(sessionDigest, MAX_GUESSES))) throw wrongCode();
    if (!isSame(record.codeDigest, actualDigest)) throw wrongCode();
    const { emailDigest: digest, sealedEmail } = record;
    const person = {
      personId: opaqueId(random),
      emailDigest: digest,
      sealedEmail,
      createdAt: clock(),
    };
    const change = {
      action: "person.confirm_email",
      subject: session.personId ?? session.itemId ?? "",
    } as const;
    await changeWithAudit(services, session, change, async (inTransaction) => {
      if (!(await inTransaction.store.portalUsers.claim(record, person))) throw wrongCode();
    });
  },
});

const wrongCode = () => new Fault("INVALID_OTP");

/** Returns eight random digits, uniformly distributed. */
function newCode({ random }: Pick<Services, "random">): string {
  const bound = Math.floor(2 ** 32 / 1e8) * 1e8;
  for (;;) {
    const number = Buffer.from(random(4)).readUInt32BE();
    if (number < bound) return String(number % 1e8).padStart(8, "0");
  }
}

/**
 * The digest has a key, since brute force could find so short a code. The digest is valid for a
 * single session.
 */
const codeDigest = ({ vault }: Pick<Services, "vault">, sessionDigest: string, code: string) =>
  createHmac("sha256", vault.key("email-code"))
    .update(`${sessionDigest} ${code}`)
    .digest("base64url");

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const SignInRequest = z.strictObject({ email: EmailAddress, language: z.enum(LANGUAGES) });

/** The maximum number of requested mails per network and per address. */
const REQUESTS: Limit = { perMinute: 5, code: "RATE_LIMIT" };

/**
 * Sends a mail that opens the account site if the address is confirmed. The response does not
 * reveal whether the address is confirmed. `address` is the network of the request.
 */
export const requestSignIn = async (
  { email, language }: z.output<typeof SignInRequest>,
  address: string,
  services: Services,
): Promise<void> => {
  requireMailer(services);
  const { limiter, random, store } = services;
  await limiter.pass(`account-mail from ${address}`, REQUESTS);
  await limiter.pass(`account-mail to ${emailDigest(services, email)}`, REQUESTS);
  await store.jobs.add([signInJob(services, { mailId: opaqueId(random), email, language })]);
};

/** Throws if no mail can be sent. */
const requireMailer = ({ mailer }: Pick<Services, "mailer">): void => {
  if (mailer === null)
    throw new Fault("INVALID_CONFIGURATION", {
      message: "this server sends no mail: it has no SMTP_URL",
    });
};
