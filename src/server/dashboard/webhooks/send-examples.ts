import { z } from "zod";
import { DashboardExamples } from "../../../protocol/dashboard/dashboard-items.ts";
import { Fault } from "../../domain/fault.ts";
import type { WebhookName } from "../../domain/webhooks/webhook.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { exampleWebhook } from "../../webhooks/example-webhook.ts";
import { webhooks } from "../../webhooks/index.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

const NAMES = Object.keys(webhooks) as WebhookName[];

/**
 * Sends an example of one event or each to an address. Only in the sandbox, since the ids are
 * fictional.
 */
export const sendExamples = dashboardCall({
  path: "/dashboard/api/webhooks/examples",
  role: "developer",
  about: "client",
  request: z.strictObject({
    url: z
      .string()
      .trim()
      .max(2000)
      .meta({ examples: ["https://shop.example/hook"] }),
    /** One event; left out for an example of each. */
    webhook: z.enum(NAMES).optional(),
  }),
  response: DashboardExamples,
  run: async ({ url, webhook }, client, context) => {
    if (context.environment !== "sandbox")
      throw new Fault("SANDBOX_ONLY", {
        message: "examples are sent in the sandbox only",
        display: "Examples are sent in the sandbox only.",
      });
    requireSafeWebhookUrl("url", url, context);
    const names = webhook === undefined ? NAMES : [webhook];
    const jobs = names.map((name) =>
      exampleWebhook(context, name, { clientId: client.clientId, url }),
    );
    const change = {
      action: "webhook.send_examples",
      subject: client.clientId,
      details: { webhook: webhook ?? "all" },
    } as const;
    await changeWithAudit(context, change, ({ store }) => store.jobs.add(jobs));
    return { sent: jobs.length };
  },
});
