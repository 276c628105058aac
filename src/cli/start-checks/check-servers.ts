import { type Finding, type Start, tryCheck } from "./finding.ts";

/**
 * Checks that Redis responds; null without Redis. Without Redis, each process counts separately.
 */
export const checkRedis = async ({ settings: { redisUrl } }: Start): Promise<Finding | null> => {
  if (redisUrl === undefined) return null;
  return checkServer(
    new URL(redisUrl).host,
    "start it, or correct REDIS_URL: until it responds each process counts rate limits for itself",
    async () => (await import("../../server/adapters/redis-counters.ts")).pingRedis(redisUrl),
  );
};

/**
 * Checks that the mail server accepts the user; null without a mail server. Mails wait until the
 * server accepts.
 */
export const checkMailServer = async ({ settings: { mail } }: Start): Promise<Finding | null> => {
  if (mail === null) return null;
  return checkServer(
    new URL(mail.url).host,
    "start it, or correct SMTP_URL: until it responds no mail arrives",
    async () => (await import("../../server/adapters/mail.ts")).verifyMailServer(mail),
  );
};

/** A failure is only a warning, since a server runs without Redis and mail. */
async function checkServer(
  place: string,
  advice: string,
  ask: () => Promise<void>,
): Promise<Finding> {
  const result = await tryCheck(ask);
  return "failure" in result
    ? { is: "odd", says: `${place} does not respond as it should: ${result.failure.says}`, advice }
    : { is: "right", says: `${place} answers` };
}
