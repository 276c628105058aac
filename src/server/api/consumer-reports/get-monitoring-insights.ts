import { z } from "zod";
import { MonitoringInsights } from "../../../protocol/reports/monitoring-insights.ts";
import { readMonitoredItem } from "../../domain/consumer-reports/cash-flow-updates/read-monitored-item.ts";
import { Fault } from "../../domain/fault.ts";
import { toUuid } from "../../domain/identifiers.ts";
import { readsTransactions } from "../../domain/transactions/transaction-feed.ts";
import { endpoint } from "../endpoint.ts";
import { InstitutionId, ItemId, UserId, UserToken } from "../fields.ts";
import { findUser } from "../user-of.ts";

const MonitoredItem = z
  .strictObject({
    date_generated: z.iso.datetime(),
    item_id: ItemId,
    institution_id: InstitutionId,
    institution_name: z.string().meta({ examples: ["First Platypus Bank"] }),
    status: z.strictObject({
      status_code: z.enum(["AVAILABLE", "FAILED", "PENDING"]),
      reason: z
        .string()
        .nullable()
        .meta({ description: "Null if there are insights.", examples: [null] }),
    }),
    insights: MonitoringInsights.nullable(),
  })
  .meta({ id: "MonitoringInsightsItem" });

/** The current insights of a user's Items. */
export const getMonitoringInsights = endpoint({
  path: "/cra/monitoring_insights/get",
  effect: "read",
  products: ["cra_income_insights"],
  summary: "Retrieve the income and the loans of a user at this moment.",
  description:
    "One element for each Item of the user that has transactions, computed from those that are stored: call it after a " +
    "CASH_FLOW_UPDATES webhook. An Item has no insights while its history is read, and after its user has ended it.",
  refusals: ["INVALID_USER_ID", "INVALID_USER_TOKEN", "ITEM_NOT_FOUND"],
  request: z.strictObject({
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
    consumer_report_permissible_purpose: z
      .enum(["ACCOUNT_REVIEW_CREDIT", "WRITTEN_INSTRUCTION_OTHER"])
      .meta({ description: "The lawful purpose.", examples: ["ACCOUNT_REVIEW_CREDIT"] }),
  }),
  response: z.strictObject({
    user_insights_id: z.string().meta({
      description: "Another one in each response.",
      examples: ["bf3a0490-344c-4620-a219-2693162e4b1d"],
    }),
    items: z.array(MonitoredItem),
  }),
  async handle({ consumer_report_permissible_purpose: _, ...fields }, context) {
    const { clock, random, store } = context;
    const { userId } = await findUser(fields, context);
    const items = (await store.users.items(userId)).filter(readsTransactions);
    if (items.length === 0)
      throw new Fault("ITEM_NOT_FOUND", { message: "the user has no Item with transactions" });
    const subscription = await store.cashFlowSubscriptions.ofUser(userId);
    const shown: z.input<typeof MonitoredItem>[] = [];
    for (const item of items) {
      const monitored = await readMonitoredItem(context, item, subscription);
      const isAvailable = monitored.status === "AVAILABLE";
      shown.push({
        date_generated: new Date(clock()).toISOString(),
        item_id: monitored.itemId,
        institution_id: monitored.institutionId,
        institution_name: monitored.institutionName,
        status: {
          status_code: monitored.status,
          reason: isAvailable ? null : monitored.reason,
        },
        insights: isAvailable ? monitored.insights : null,
      });
    }
    return { user_insights_id: toUuid(random(16)), items: shown };
  },
});
