import { z } from "zod";
import { webhook } from "./webhook.ts";

const LinkSession = z.strictObject({ link_session_id: z.string(), link_token: z.string() });

/** A user has linked an Item in a session that a link token opened. */
export const itemAddResult = webhook({
  name: "LINK:ITEM_ADD_RESULT",
  schema: LinkSession.extend({ public_token: z.string() }),
  payload: ({ linkSessionId, linkToken, publicToken }) => ({
    link_session_id: linkSessionId,
    link_token: linkToken,
    public_token: publicToken,
  }),
});

/** A session that a link token opened is over. */
export const sessionFinished = webhook({
  name: "LINK:SESSION_FINISHED",
  schema: LinkSession.extend({
    status: z.enum(["SUCCESS", "EXITED"]),
    public_token: z.string().optional(),
    public_tokens: z.array(z.string()),
  }),
  payload: ({ linkSessionId, linkToken, status, publicToken }) => ({
    link_session_id: linkSessionId,
    link_token: linkToken,
    status,
    ...(publicToken !== null && { public_token: publicToken }),
    public_tokens: publicToken === null ? [] : [publicToken],
  }),
});

/** What has happened in a session that a link token opened. */
export const linkEvents = webhook({
  name: "LINK:EVENTS",
  schema: LinkSession.extend({
    events: z.array(
      z.strictObject({
        event_name: z.string(),
        event_metadata: z.record(z.string(), z.string()),
      }),
    ),
  }),
  payload: ({ linkSessionId, linkToken, events }) => ({
    link_session_id: linkSessionId,
    link_token: linkToken,
    events: events.map(({ eventName, metadata }) => ({
      event_name: eventName,
      event_metadata: { ...metadata },
    })),
  }),
});
