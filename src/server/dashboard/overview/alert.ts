import { z } from "zod";
import { DashboardAlert } from "../../../protocol/dashboard/dashboard-overview.ts";
import { changedFields } from "../../domain/audit/changed-fields.ts";
import type { Client } from "../../domain/clients/client.ts";
import { Fault } from "../../domain/fault.ts";
import type { Alert } from "../../domain/outages/outage.ts";
import type { Services } from "../../domain/services.ts";
import { urlWithoutQuery, webhookUrlProblem } from "../../domain/webhooks/webhook-url.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

/** Shows a client's addresses for outage alerts. */
export const showAlert = dashboardCall({
  path: "/dashboard/api/alert/show",
  role: "read",
  about: "client",
  request: z.strictObject({}),
  response: DashboardAlert,
  run: (_, client, context) => toResponse(client, context),
});

/** Changes a client's addresses for outage alerts. */
export const setAlert = dashboardCall({
  path: "/dashboard/api/alert/set",
  role: "developer",
  about: "client",
  request: z.strictObject({
    webhook: z.string().trim().max(2000),
    email: z.union([z.literal(""), z.email().max(254)]),
    mail_users: z.boolean(),
    remind_users: z.boolean().optional(),
  }),
  response: DashboardAlert,
  run: async ({ webhook, email, mail_users: mailUsers, remind_users }, client, context) => {
    const problem = webhook === "" ? null : webhookUrlProblem(webhook, context);
    if (problem !== null)
      throw new Fault("INVALID_FIELD", {
        message: `webhook ${problem}`,
        display: `The webhook ${problem}.`,
      });
    let before: Awaited<ReturnType<typeof context.store.alerts.of>> = null;
    const alert = {
      ...{ webhook: webhook || null, email: email || null, mailUsers },
      remindUsers: remind_users ?? false,
    };
    const details = () => changedFields(toFields(before), toFields(alert));
    const change = { action: "client.set_alert", subject: client.clientId, details } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      before = await store.alerts.of(client.clientId);
      if (remind_users === undefined) alert.remindUsers = before?.remindUsers ?? false;
      await store.alerts.set({ clientId: client.clientId, ...alert });
    });
    return toResponse(client, context);
  },
});

/** Returns an alert's fields for the audit log, without the e-mail address itself. */
const toFields = (alert: Omit<Alert, "clientId"> | null) => ({
  webhook: alert?.webhook ? urlWithoutQuery(alert.webhook) : null,
  email: alert?.email ? "set" : null,
  mail_users: alert?.mailUsers ?? false,
  remind_users: alert?.remindUsers ?? false,
});

async function toResponse({ clientId }: Client, { store, mailer }: Services) {
  const alert = await store.alerts.of(clientId);
  return {
    webhook: alert?.webhook ?? null,
    email: alert?.email ?? null,
    mail_users: alert?.mailUsers ?? false,
    remind_users: alert?.remindUsers ?? false,
    sends_mail: mailer !== null,
  };
}
