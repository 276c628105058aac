import { type Finding, type Start, tryCheck } from "./finding.ts";

/** Whether Redis responds; null if none is set. Without it each process counts for itself. */
export const checkRedis = async ({ settings: { redisUrl } }: Start): Promise<Finding | null> => {
  if (redisUrl === undefined) return null;
  return checkServer(
    new URL(redisUrl).host,
    "start it, or correct REDIS_URL: until it responds each process counts rate limits for itself",
    async () => (await import("../../server/adapters/redis-counters.ts")).pingRedis(redisUrl),
  );
};

/** Whether the mail server accepts the user; null if none is set. Mails wait until it does. */
export const checkMailServer = async ({ settings: { mail } }: Start): Promise<Finding | null> => {
  if (mail === null) return null;
  return checkServer(
    new URL(mail.url).host,
    "start it, or correct SMTP_URL: until it responds no mail arrives",
    async () => (await import("../../server/adapters/mail.ts")).verifyMailServer(mail),
  );
};

/** A failure is odd, and not wrong: a server serves without both. */
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
