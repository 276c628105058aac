import { z } from "zod";
import { DashboardAlert } from "../../../protocol/dashboard-overview.ts";
import type { Client } from "../../domain/clients/client.ts";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import { urlWithoutQuery, webhookUrlProblem } from "../../domain/webhooks/webhook-url.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

/** Shows the addresses that a client wants told of outages. */
export const showAlert = dashboardCall({
  path: "/dashboard/api/alert/show",
  about: "client",
  request: z.strictObject({}),
  response: DashboardAlert,
  run: (_, client, context) => toResponse(client, context),
});

/** Changes the addresses that a client wants told of outages. */
export const setAlert = dashboardCall({
  path: "/dashboard/api/alert/set",
  about: "client",
  request: z.strictObject({
    webhook: z.string().trim().max(2000),
    email: z.union([z.literal(""), z.email().max(254)]),
    mail_users: z.boolean(),
  }),
  response: DashboardAlert,
  run: async ({ webhook, email, mail_users: mailUsers }, client, context) => {
    const problem = webhook === "" ? null : webhookUrlProblem(webhook, context);
    if (problem !== null)
      throw new Fault("INVALID_FIELD", {
        message: `webhook ${problem}`,
        display: `The webhook ${problem}.`,
      });
    const alert = { webhook: webhook || null, email: email || null, mailUsers };
    const details = { webhook: alert.webhook && urlWithoutQuery(webhook), mail_users: mailUsers };
    const change = { action: "client.set_alert", subject: client.clientId, details } as const;
    await changeWithAudit(context, change, ({ store }) =>
      store.alerts.set({ clientId: client.clientId, ...alert }),
    );
    return toResponse(client, context);
  },
});

async function toResponse({ clientId }: Client, { store, mailer }: Services) {
  const alert = await store.alerts.of(clientId);
  return {
    webhook: alert?.webhook ?? null,
    email: alert?.email ?? null,
    mail_users: alert?.mailUsers ?? false,
    sends_mail: mailer !== null,
  };
}
