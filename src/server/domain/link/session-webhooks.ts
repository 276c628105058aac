import { type NewJob, newJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";
import type { ClientWebhook } from "../webhooks/webhook.ts";
import type { LinkSession } from "./link-session.ts";
import { openLinkToken } from "./link-token.ts";

/** The name of the job that looks whether a session has ended by the time that it is over. */
export const SESSION_END_JOB = "session-end";

/** An event as it reached the page. */
export type SessionEvent = { eventName: string; metadata: Readonly<Record<string, string>> };

/** How a session ended: with a public token, of an Item that was new or was there before; or without. */
type End = { publicToken: string; isNew: boolean } | "left";

/**
 * The jobs that tell an application how a session has ended, so that it knows also where the user's
 * page is gone; none for a session without a webhook.
 */
export const sessionWebhooks = async (
  services: Services,
  session: LinkSession,
  end: End,
): Promise<NewJob[]> => {
  const named = await namesOf(services, session);
  if (!named) return [];
  const { of, receiver } = named;
  const told: ClientWebhook[] =
    end === "left"
      ? [{ name: "LINK:SESSION_FINISHED", ...of, status: "EXITED", publicToken: null }]
      : [
          ...(end.isNew
            ? [
                {
                  name: "LINK:ITEM_ADD_RESULT" as const,
                  ...of,
                  publicToken: end.publicToken,
                },
              ]
            : []),
          {
            name: "LINK:SESSION_FINISHED",
            ...of,
            status: "SUCCESS",
            publicToken: end.publicToken,
          },
        ];
  return told.flatMap((event) => services.webhooks.forClient(receiver, event));
};

/** The jobs that tell what happened in such a session, once, however often its page says it. */
export const sessionEvents = async (
  services: Services,
  session: LinkSession,
  events: readonly SessionEvent[],
): Promise<NewJob[]> => {
  const named = await namesOf(services, session);
  if (!named) return [];
  const name = `events-${session.linkSessionId}`;
  return services.webhooks.forClient(
    named.receiver,
    { name: "LINK:EVENTS", ...named.of, events },
    name,
  );
};

/**
 * The job that looks at a session once its time is over; none where nobody would be told, nor for one by
 * key: every page that loads Link starts one, so that most were never begun.
 */
export const sessionEndJobs = (
  services: Pick<Services, "clock" | "random">,
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

/** What events of a session name it by, and where they go; null where they go nowhere. */
async function namesOf(
  services: Services,
  { linkTokenDigest, linkSessionId, clientId, config }: LinkSession,
) {
  const { webhook } = config;
  if (webhook === undefined) return null;
  const receiver = { clientId, webhook };
  if (linkTokenDigest === null) return { of: { linkSessionId, linkToken: null }, receiver };
  const record = await services.store.linkTokens.byDigest(linkTokenDigest);
  const linkToken = record && openLinkToken(services, record);
  return linkToken === null ? null : { of: { linkSessionId, linkToken }, receiver };
}
