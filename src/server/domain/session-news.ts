import { type NewJob, newJob } from "./job.ts";
import type { LinkSession } from "./link-session.ts";
import { openLinkToken } from "./link-token.ts";
import type { OwnNews } from "./webhook.ts";
import type { World } from "./world.ts";

/** The name of the job that looks whether a session has ended by the time that it is over. */
export const SESSION_END_JOB = "session-end";

/** How a session ended: with a public token, of an Item that was new or was there before; or without. */
type End = { publicToken: string; isNew: boolean } | "left";

/**
 * The jobs that tell an application how a session has ended that its link token opened, so that it
 * knows also where the user's page is gone; none for a session that was opened otherwise.
 */
export const sessionNews = async (
  world: World,
  session: LinkSession,
  end: End,
): Promise<NewJob[]> => {
  const { linkTokenDigest, linkSessionId, clientId, config } = session;
  if (linkTokenDigest === null || config.webhook === undefined) return [];
  const record = await world.store.linkTokens.byDigest(linkTokenDigest);
  const linkToken = record && openLinkToken(world, record);
  if (linkToken === null) return [];
  const of = { linkSessionId, linkToken };
  const told: OwnNews[] =
    end === "left"
      ? [{ webhook: "LINK:SESSION_FINISHED", ...of, status: "EXITED", publicToken: null }]
      : [
          ...(end.isNew
            ? [
                {
                  webhook: "LINK:ITEM_ADD_RESULT" as const,
                  ...of,
                  publicToken: end.publicToken,
                },
              ]
            : []),
          {
            webhook: "LINK:SESSION_FINISHED",
            ...of,
            status: "SUCCESS",
            publicToken: end.publicToken,
          },
        ];
  const receiver = { clientId, webhook: config.webhook };
  return told.flatMap((news) => world.webhooks.tell(receiver, news));
};

/** The job that looks at a session once its time is over; none where nobody would be told. */
export const sessionEndJobs = (
  world: Pick<World, "clock" | "random">,
  { linkTokenDigest, linkSessionId, config, expiresAt }: LinkSession,
): NewJob[] =>
  linkTokenDigest === null || config.webhook === undefined
    ? []
    : [
        newJob(world, {
          jobId: `${SESSION_END_JOB}:${linkSessionId}:${expiresAt}`,
          name: SESSION_END_JOB,
          payload: { link_token_digest: linkTokenDigest },
          lane: SESSION_END_JOB,
          dueAt: expiresAt,
        }),
      ];
