import { z } from "zod";
import { DashboardInbox } from "../../../protocol/dashboard/dashboard-items.ts";
import {
  INBOX_LIMITS,
  type InboxWebhook,
  inboxAddress,
  inboxPurpose,
} from "../../domain/webhooks/inbox.ts";
import { webhookUrlProblem } from "../../domain/webhooks/webhook-url.ts";
import { type CallContext, dashboardCall } from "../call.ts";

/** Shows a client's inbox: its address, and the last day's webhooks, newest first. */
export const showInbox = dashboardCall({
  path: "/dashboard/api/webhooks/inbox",
  role: "read",
  about: "client",
  request: z.strictObject({}),
  response: DashboardInbox,
  run: async (_, { clientId }, context) => {
    const address = inboxAddress(clientId, context);
    if (address === null) return { address, problem: null, webhooks: [] };
    const since = context.clock() - INBOX_LIMITS.keptMs;
    const webhooks = await context.store.webhookInbox.since(clientId, since);
    return {
      address,
      problem: webhookUrlProblem(address, context),
      webhooks: webhooks.map((webhook) => toRow(webhook, context)),
    };
  },
});

const Named = z.object({ webhook_type: z.string(), webhook_code: z.string() });

const toRow = (webhook: InboxWebhook, { vault }: CallContext) => {
  const body = vault.open(inboxPurpose(webhook), webhook.sealedBody);
  const named = Named.safeParse(parse(body));
  return {
    webhook_id: webhook.webhookId,
    received_at: webhook.receivedAt,
    webhook_type: named.data?.webhook_type ?? null,
    webhook_code: named.data?.webhook_code ?? null,
    verified: webhook.isVerified,
    body,
  };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
