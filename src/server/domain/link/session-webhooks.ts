import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ClientWebhook } from "../webhooks/webhook.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkSession } from "./link-session.ts";
import { openLinkToken } from "./link-token.ts";

/** The name of the job that runs when a session expires. */
export const SESSION_END_JOB = "session-end";

/** An event as the page received it. */
export type SessionEvent = { eventName: string; metadata: Readonly<Record<string, string>> };

/** The end of a session: with the public token of a new or an existing Item, or without one. */
type End = { publicToken: string; isNew: boolean } | "left";

/**
 * Creates the webhooks of a session's end, so that an application is told even if the user's page is gone;
 * none for a session without a webhook.
 */
export const sessionWebhooks = async (
  services: LinkDeps,
  session: LinkSession,
  end: End,
): Promise<NewJob[]> => {
  const target = await targetOf(services, session);
  if (!target) return [];
  const { reference, receiver } = target;
  const events: ClientWebhook[] =
    end === "left"
      ? [{ name: "LINK:SESSION_FINISHED", ...reference, status: "EXITED", publicToken: null }]
      : [
          ...(end.isNew
            ? [
                {
                  name: "LINK:ITEM_ADD_RESULT" as const,
                  ...reference,
                  publicToken: end.publicToken,
                },
              ]
            : []),
          {
            name: "LINK:SESSION_FINISHED",
            ...reference,
            status: "SUCCESS",
            publicToken: end.publicToken,
          },
        ];
  return events.flatMap((event) => services.webhooks.forClient(receiver, event));
};

/** The webhook with the events of a session; idempotent, however often the page reports them. */
export const sessionEvents = async (
  services: LinkDeps,
  session: LinkSession,
  events: readonly SessionEvent[],
): Promise<NewJob[]> => {
  const target = await targetOf(services, session);
  if (!target) return [];
  const name = `events-${session.linkSessionId}`;
  return services.webhooks.forClient(
    target.receiver,
    { name: "LINK:EVENTS", ...target.reference, events },
    name,
  );
};

/**
 * Creates the job that runs when a session expires; none without a webhook, nor for a session by public key:
 * every page that loads Link starts one, so that most are never used.
 */
export const sessionEndJobs = (
  services: Pick<Runtime, "clock" | "random">,
  { linkTokenDigest, linkSessionId, config, expiresAt }: LinkSession,
): NewJob[] =>
  linkTokenDigest === null || config.webhook === undefined
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

/** Returns how a session's webhooks refer to it, and their receiver; null if there is none. */
async function targetOf(
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
