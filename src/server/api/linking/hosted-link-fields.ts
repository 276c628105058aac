import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { Random } from "../../domain/identifiers.ts";
import type { NewJob } from "../../domain/jobs/job.ts";
import type { Limit } from "../../domain/limits/rate-limits.ts";
import {
  HOSTED_PATH,
  hostedMailJob,
  hostedRandom,
  hostedUrl,
  newHostedSecret,
} from "../../domain/link/hosted-link.ts";
import type { LinkTokenDetails } from "../../domain/link/link-session.ts";
import { emailDigest } from "../../domain/portal-users/email.ts";
import type { ApiContext } from "../endpoint.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** The lifetime of a hosted link: at most 21 days; 4 hours by default, or 7 days by mail. */
const LIFETIME_SECONDS = { max: 21 * DAY_SECONDS, plain: 4 * 60 * 60, mailed: 7 * DAY_SECONDS };

/** The limits of mails by a client to one recipient, and in total. */
const MAILS_TO_ONE: Limit = { perMinute: 2, code: "RATE_LIMIT" };
const MAILS_OF_CLIENT: Limit = { perMinute: 60, code: "RATE_LIMIT" };

/** The maximum number of mails in any 24 hours, counted in the store. */
const MAX_DAILY_MAILS = { toOne: 10, ofClient: 1000 };

/** The field of `/link/token/create` that opens Link on a page of this server. */
export const hostedLinkFields = {
  hosted_link: z
    .strictObject({
      delivery_method: z.enum(["email"]).optional(),
      completion_redirect_uri: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional(),
      is_mobile_app: z.boolean().optional(),
      url_lifetime_seconds: z.int().min(60).max(LIFETIME_SECONDS.max).optional(),
    })
    .optional()
    .meta({
      description:
        "Has this server show Link on a page of its own, for an application without a page: the response has " +
        "the hosted_link_url. delivery_method email sends it to user.email_address. After a connection or an " +
        "exit the user returns to completion_redirect_uri, which is registered for the client. With " +
        "is_mobile_app the user goes to an institution's site in the same window. url_lifetime_seconds is at most 21 days; by " +
        "default 4 hours, or 7 days by mail. The link connects once.",
      examples: [],
    }),
};

type Fields = {
  redirect_uri?: string | undefined;
  hosted_link?: z.output<typeof hostedLinkFields.hosted_link>;
  user?: { email_address?: string | undefined } | undefined;
};

/** A hosted link token before it is stored. */
export type NewHostedLink = {
  details: Pick<LinkTokenDetails, "hosted"> & Partial<Pick<LinkTokenDetails, "redirectUri">>;
  random: Random;
  lifetimeMs: number;
  url: string;
  /** The job that mails the address; none without a delivery. */
  jobs(expiresAt: number): NewJob[];
};

/** Returns the hosted link of a request, or null. Throws if the link cannot be delivered. */
export const newHostedLink = async (
  { hosted_link: options, redirect_uri, user }: Fields,
  context: ApiContext,
): Promise<NewHostedLink | null> => {
  if (!options) return null;
  if (redirect_uri !== undefined)
    throw new Fault("INVALID_FIELD", {
      message: "redirect_uri must be left out with hosted_link, whose page is this server's own",
    });
  const isMailed = options.delivery_method === "email";
  if (options.is_mobile_app && options.completion_redirect_uri === undefined)
    throw new Fault("INVALID_FIELD", {
      message: "hosted_link.completion_redirect_uri must be present with is_mobile_app",
    });
  const to = isMailed ? await recipient(user?.email_address, context) : null;
  const { clientId } = context.client;
  const secret = newHostedSecret(context.random);
  const url = hostedUrl(context.publicUrl(), secret);
  const seconds = options.url_lifetime_seconds ?? LIFETIME_SECONDS[isMailed ? "mailed" : "plain"];
  return {
    details: {
      hosted: { completionRedirectUri: options.completion_redirect_uri ?? null },
      // The institution returns the user to our page in the same window.
      ...(options.is_mobile_app && { redirectUri: `${context.publicUrl()}${HOSTED_PATH}` }),
    },
    random: hostedRandom(context, secret),
    lifetimeMs: seconds * 1000,
    url,
    jobs: (expiresAt) =>
      to === null ? [] : [hostedMailJob(context, { clientId, to, url }, expiresAt)],
  };
};

/** Returns a mail's recipient, throttled by client and by recipient. */
async function recipient(email: string | undefined, context: ApiContext): Promise<string> {
  if (email === undefined)
    throw new Fault("MISSING_FIELDS", {
      message:
        "the following required fields are missing: user.email_address, for hosted_link.delivery_method",
    });
  if (context.mailer === null)
    throw new Fault("INVALID_FIELD", {
      message:
        "hosted_link.delivery_method must be left out: this server sends no mail, since it has no SMTP_URL",
    });
  const { clientId } = context.client;
  const person = emailDigest(context, email.trim().toLowerCase());
  const ofClient = `hosted-mail of ${clientId}`;
  const toOne = `${ofClient} to ${person}`;
  await context.guessLimiter.pass(toOne, MAILS_TO_ONE);
  await context.guessLimiter.pass(ofClient, MAILS_OF_CLIENT);
  await countDailyMail(context, {
    [toOne]: { max: MAX_DAILY_MAILS.toOne, receiver: "one recipient" },
    [ofClient]: { max: MAX_DAILY_MAILS.ofClient, receiver: "all recipients" },
  });
  return email;
}

/** Counts a mail by each key, unless a key has reached its daily limit. */
async function countDailyMail(
  { store: { requestCounts }, clock }: ApiContext,
  limits: Record<string, { max: number; receiver: string }>,
): Promise<void> {
  const now = clock();
  // A refused mail is not counted under any key.
  for (const take of [false, true])
    for (const [key, { max, receiver }] of Object.entries(limits)) {
      const retryAfterMs = await (take
        ? requestCounts.take(key, max, now)
        : requestCounts.wait(key, 1, max, now));
      if (retryAfterMs > 0)
        throw new Fault("RATE_LIMIT", {
          message: `a client sends ${max} mails in 24 hours to ${receiver}; try again later, or send the hosted_link_url yourself`,
          retryAfterMs,
        });
    }
}
