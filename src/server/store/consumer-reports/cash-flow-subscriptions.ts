import { z } from "zod";
import { MONITORED_CATEGORIES } from "../../../protocol/reports/monitoring-insights.ts";
import type {
  CashFlowSubscription,
  CashFlowSubscriptionStore,
} from "../../domain/consumer-reports/cash-flow-updates/cash-flow-subscription.ts";
import { jsonColumn } from "../json-column.ts";
import { requireUser } from "../require-user.ts";
import type { Database, Queryable } from "../tables.ts";

const categories = jsonColumn(z.array(z.enum(MONITORED_CATEGORIES)));

/** The subscriptions to users' cash flow. */
export const cashFlowSubscriptions = (db: Database): CashFlowSubscriptionStore => ({
  add: (subscription) =>
    db.transact(async (transaction) => {
      const { userId, itemId, webhook, incomeCategories } = subscription;
      await requireUser(transaction, userId);
      const existing = await findSubscription(transaction, userId);
      if (existing && existing.itemId !== itemId) return existing;
      await watchAgain(transaction, userId);
      const settings = {
        webhook,
        income_categories: incomeCategories && categories.write([...incomeCategories]),
      };
      if (existing) {
        await transaction
          .updateTable("cash_flow_subscription")
          .set(settings)
          .where("user_id", "=", userId)
          .execute();
        return { ...existing, webhook, incomeCategories };
      }
      await transaction
        .insertInto("cash_flow_subscription")
        .values({
          subscription_id: subscription.subscriptionId,
          user_id: userId,
          item_id: itemId,
          created_at: subscription.createdAt,
          ...settings,
        })
        .execute();
      return subscription;
    }),

  ofUser: (userId) => findSubscription(db, userId),

  remove: async (subscriptionId, clientId) => {
    const { numDeletedRows } = await db
      .deleteFrom("cash_flow_subscription")
      .where("subscription_id", "=", subscriptionId)
      .where("user_id", "in", (query) =>
        query.selectFrom("end_user").select("user_id").where("client_id", "=", clientId),
      )
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});

/**
 * Resumes a user's ended cash-flow subscription. The history until then becomes the baseline of
 * later updates.
 */
async function watchAgain(transaction: Queryable, userId: string): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable("end_user")
    .set({ products_ended_at: null })
    .where("user_id", "=", userId)
    .where("products_ended_at", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await transaction.deleteFrom("cash_flow_monitor").where("user_id", "=", userId).execute();
}

async function findSubscription(
  db: Queryable,
  userId: string,
): Promise<CashFlowSubscription | null> {
  const row = await db
    .selectFrom("cash_flow_subscription")
    .select([
      "subscription_id as subscriptionId",
      "user_id as userId",
      "item_id as itemId",
      "webhook",
      "income_categories as incomeCategories",
      "created_at as createdAt",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return null;
  const { incomeCategories } = row;
  return {
    ...row,
    incomeCategories: incomeCategories === null ? null : categories.read(incomeCategories),
  };
}
