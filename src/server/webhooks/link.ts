import { z } from "zod";
import type { SessionReference } from "../domain/webhooks/webhook.ts";
import { defineWebhook } from "./webhook.ts";

/** A session without a link token was opened by public key. */
const LinkSession = z.strictObject({
  link_session_id: z.string(),
  link_token: z.string().optional(),
});

const listNames = ({ linkSessionId, linkToken }: SessionReference) => ({
  link_session_id: linkSessionId,
  ...(linkToken !== null && { link_token: linkToken }),
});

/** A user has linked an Item in a Link session. */
export const itemAddResult = defineWebhook({
  name: "LINK:ITEM_ADD_RESULT",
  schema: LinkSession.extend({ public_token: z.string() }),
  payload: ({ publicToken, ...session }) => ({
    ...listNames(session),
    public_token: publicToken,
  }),
});

/** A Link session is over. */
export const sessionFinished = defineWebhook({
  name: "LINK:SESSION_FINISHED",
  schema: LinkSession.extend({
    status: z.enum(["SUCCESS", "EXITED"]),
    public_token: z.string().optional(),
    public_tokens: z.array(z.string()),
  }),
  payload: ({ status, publicTokens, ...session }) => {
    const last = publicTokens.at(-1);
    return {
      ...listNames(session),
      status,
      ...(last !== undefined && { public_token: last }),
      public_tokens: [...publicTokens],
    };
  },
});

/** The events of a Link session. */
export const linkEvents = defineWebhook({
  name: "LINK:EVENTS",
  schema: LinkSession.extend({
    events: z.array(
      z.strictObject({
        event_name: z.string(),
        event_metadata: z.record(z.string(), z.string()),
      }),
    ),
  }),
  payload: ({ events, ...session }) => ({
    ...listNames(session),
    events: events.map(({ eventName, metadata }) => ({
      event_name: eventName,
      event_metadata: { ...metadata },
    })),
  }),
});

/** An institution works again after a failed sign-in of this Link session's user. */
export const institutionAvailable = defineWebhook({
  name: "LINK:INSTITUTION_AVAILABLE",
  schema: LinkSession.extend({
    institution_id: z.string(),
    client_user_id: z.string().optional(),
  }),
  payload: ({ institutionId, clientUserId, ...session }) => ({
    ...listNames(session),
    institution_id: institutionId,
    ...(clientUserId !== null && { client_user_id: clientUserId }),
  }),
});
