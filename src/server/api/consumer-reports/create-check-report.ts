import { z } from "zod";
import { PERMISSIBLE_PURPOSES, REPORT_PRODUCTS } from "../../../protocol/vocabulary.ts";
import {
  consumerReportJobs,
  newConsumerReport,
} from "../../domain/consumer-reports/new-consumer-report.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { endpoint } from "../endpoint.ts";
import { UserId, UserToken, WebhookUrl } from "../fields.ts";
import { findUser } from "../user-of.ts";
import {
  BaseReportSettings,
  ClientReportId,
  DaysRequired,
  productSettings,
  requireEnoughDays,
} from "./report-settings.ts";

/** Creates a consumer report about a user, from all of the user's Items. */
export const createCheckReport = endpoint({
  path: "/cra/check_report/create",
  effect: "write",
  products: ["cra_base_report"],
  summary: "Create a consumer report about a user.",
  description:
    "It is made in the background, from the institutions' data on all the user's Items at that moment, " +
    "takes the place of the report before it, and can be read for 24 hours. The webhook CHECK_REPORT " +
    "USER_CHECK_REPORT_READY, or USER_CHECK_REPORT_FAILED, goes to `webhook`, with the legacy codes for users " +
    "of the legacy API; until then reading it returns PRODUCT_NOT_READY. Linking with cra_* products " +
    "creates a report by itself.",
  refusals: ["INVALID_USER_ID", "INVALID_USER_TOKEN"],
  request: z.strictObject({
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
    webhook: WebhookUrl,
    consumer_report_permissible_purpose: z.enum(PERMISSIBLE_PURPOSES).meta({
      description: "The lawful purpose of the report.",
      examples: ["ACCOUNT_REVIEW_CREDIT"],
    }),
    days_requested: z
      .int()
      .min(1)
      .max(731)
      .meta({ description: "How many days of history it has.", examples: [365] }),
    days_required: DaysRequired,
    client_report_id: ClientReportId.meta({
      description: "Your own name for the report.",
      examples: ["loan-2026-0042"],
    }),
    products: z
      .array(z.enum(REPORT_PRODUCTS))
      .min(1)
      .optional()
      .meta({
        description: "Products in addition to the base report, which is always included.",
        examples: [["cra_base_report", "cra_income_insights"]],
      }),
    base_report: BaseReportSettings,
    ...productSettings,
  }),
  response: z.strictObject({}),
  async handle(body, context) {
    const { webhook, days_requested, days_required = 0 } = body;
    requireSafeWebhookUrl("webhook", webhook, context);
    requireEnoughDays(days_requested, days_required);
    const user = await findUser(body, context);
    const record = newConsumerReport(context, {
      clientId: context.client.clientId,
      userId: user.userId,
      products: body.products ?? [],
      daysRequested: days_requested,
      daysRequired: days_required,
      requireIdentity: body.base_report?.require_identity === true,
      clientReportId: body.client_report_id ?? body.base_report?.client_report_id ?? null,
      webhook,
      purpose: body.consumer_report_permissible_purpose,
    });
    await context.store.consumerReports.create(record, consumerReportJobs(context, record));
    return {};
  },
});
