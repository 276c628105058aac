import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ClientWebhook } from "../webhooks/webhook.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkSession } from "./link-session.ts";
import { openLinkToken } from "./link-token.ts";
import { resultToken, type SessionResult } from "./session-result.ts";

/** The name of the job that runs when a session expires. */
export const SESSION_END_JOB = "session-end";

/** An event as Link reported it to the page. */
export type SessionEvent = { eventName: string; metadata: Readonly<Record<string, string>> };

/**
 * Creates the webhooks of a session's connected Item, and of the session's end, unless its user may
 * connect another Item. The application receives them even if the page is gone. None for a session
 * without a webhook.
 */
export const connectionWebhooks = async (
  services: LinkDeps,
  session: LinkSession,
  result: SessionResult,
): Promise<NewJob[]> => {
  const target = await loadTarget(services, session);
  if (!target) return [];
  const publicToken = resultToken(services, result);
  const added = result.isNew
    ? services.webhooks.forClient(target.receiver, {
        name: "LINK:ITEM_ADD_RESULT",
        ...target.reference,
        publicToken,
      })
    : [];
  return session.config.isMultiItem
    ? added
    : [...added, ...finished(services, target, [publicToken])];
};

/** Creates the webhook of a session that its user has left, with the Items connected before. */
export const endWebhooks = async (services: LinkDeps, session: LinkSession): Promise<NewJob[]> => {
  const target = await loadTarget(services, session);
  const publicTokens = session.results.map((result) => resultToken(services, result));
  return target ? finished(services, target, publicTokens) : [];
};

const finished = (
  { webhooks }: LinkDeps,
  { reference, receiver }: NonNullable<Awaited<ReturnType<typeof loadTarget>>>,
  publicTokens: readonly string[],
): NewJob[] => {
  const event: ClientWebhook = {
    name: "LINK:SESSION_FINISHED",
    ...reference,
    status: publicTokens.length > 0 ? "SUCCESS" : "EXITED",
    publicTokens,
  };
  return webhooks.forClient(receiver, event);
};

/** The webhook with a session's events. Idempotent, however often the page reports the events. */
export const sessionEvents = async (
  services: LinkDeps,
  session: LinkSession,
  events: readonly SessionEvent[],
): Promise<NewJob[]> => {
  const target = await loadTarget(services, session);
  if (!target) return [];
  const name = `events-${session.linkSessionId}`;
  return services.webhooks.forClient(
    target.receiver,
    { name: "LINK:EVENTS", ...target.reference, events },
    name,
  );
};

/**
 * Creates the job for a session's expiry. None for a one-Item session without a webhook, nor for a
 * session by public key: every page with Link starts one, and most are never used.
 */
export const sessionEndJobs = (
  services: Pick<Runtime, "clock" | "random">,
  { linkTokenDigest, linkSessionId, config, expiresAt }: LinkSession,
): NewJob[] =>
  linkTokenDigest === null || (config.webhook === undefined && !config.isMultiItem)
    ? []
    : [
        newJob(services, {
          jobId: `${SESSION_END_JOB}:${linkSessionId}:${expiresAt}`,
          name: SESSION_END_JOB,
          payload: { link_token_digest: linkTokenDigest },
          lane: SESSION_END_JOB,
          dueAt: expiresAt,
        }),
      ];

/** Returns a session's reference in webhooks and their receiver; null without a receiver. */
async function loadTarget(
  services: LinkDeps,
  { linkTokenDigest, linkSessionId, clientId, config }: LinkSession,
) {
  const { webhook } = config;
  if (webhook === undefined) return null;
  const receiver = { clientId, webhook };
  if (linkTokenDigest === null) return { reference: { linkSessionId, linkToken: null }, receiver };
  const record = await services.store.linkTokens.byDigest(linkTokenDigest);
  const linkToken = record && openLinkToken(services, record);
  return linkToken === null ? null : { reference: { linkSessionId, linkToken }, receiver };
}
