import { z } from "zod";
import { CASH_FLOW_INSIGHTS } from "../../../protocol/reports/cash-flow.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";
import { isLowBalance } from "../../domain/consumer-reports/cash-flow-updates/cash-flow-monitor.ts";
import { watchCashFlow } from "../../domain/consumer-reports/cash-flow-updates/watch-cash-flow.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item, ItemAccount } from "../../domain/items/item.ts";
import { requireAccess } from "../../domain/items/item-state.ts";
import { refreshTransactions } from "../../domain/transactions/ensure-fresh-feed.ts";
import { ensureFeed, pullTransactions } from "../../domain/transactions/pull-transactions.ts";
import type { User } from "../../domain/users/user.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { UserId, UserToken } from "../fields.ts";
import { findUser } from "../user-of.ts";
import { addManualTransactions, manualAccount } from "./add-manual-transactions.ts";
import { cashFlowChanges, newLender, topUp } from "./cash-flow-changes.ts";

/** Changes a user's accounts to cause the webhooks of their cash flow. */
export const updateCashFlow = endpoint({
  path: "/sandbox/cra/cashflow_updates/update",
  effect: "write",
  products: [],
  summary: "Change a user's accounts so that cash-flow webhooks follow.",
  description:
    "Books a large deposit, an overdraft fee, a payment to a new lender and a withdrawal that leaves " +
    "little, or those of them that `webhook_codes` names, on the first current account of the user's " +
    "first Item with a webhook. They are pulled at once and stay; the webhooks follow from them as " +
    "they would from any other change.",
  sandboxOnly: true,
  refusals: ["ITEM_NOT_FOUND", "SANDBOX_WEBHOOK_INVALID", "ITEM_LOGIN_REQUIRED", "NO_ACCOUNTS"],
  request: z.strictObject({
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
    webhook_codes: z
      .array(z.enum(CASH_FLOW_INSIGHTS))
      .min(1)
      .max(CASH_FLOW_INSIGHTS.length)
      .optional()
      .meta({
        description: "The events on the account; all of them by default.",
        examples: [["LARGE_DEPOSIT_DETECTED", "LOW_BALANCE_DETECTED"]],
      }),
  }),
  response: z.strictObject({}),
  async handle({ webhook_codes, ...fields }, context) {
    const codes = new Set(webhook_codes ?? CASH_FLOW_INSIGHTS);
    const user = await findUser(fields, context);
    const item = await watchedItem(user, context);
    while ((await ensureFeed(context, item)).status !== "HISTORICAL_UPDATE_COMPLETE")
      await pullTransactions(context, item);
    // Records the state before the change, in case no job has recorded it.
    await refreshTransactions(context, item);
    await watchCashFlow(context, item.itemId);
    const today = toDate(dayAt(context.clock()));
    const account = await changedAccount(item, context);
    const isLow = isLowBalance(account.account.balances);
    if (codes.has("LOW_BALANCE_DETECTED") && isLow) {
      // A low account must rise before it can become low again.
      await addManualTransactions(item, account, topUp(account, today), context);
      await refreshTransactions(context, item);
      await watchCashFlow(context, item.itemId);
    }
    const { state } = await context.store.cashFlowMonitors.ofUser(user.userId);
    const changes = cashFlowChanges(await changedAccount(item, context), codes, {
      today,
      lender: newLender(state.lenders),
    });
    await addManualTransactions(item, account, changes, context);
    await refreshTransactions(context, item);
    return {};
  },
});

/** The user's first Item with a webhook and a valid login. */
async function watchedItem(user: User, context: ApiContext): Promise<Item> {
  const { clock, environment, store } = context;
  const items = await store.users.items(user.userId);
  if (items.length === 0)
    throw new Fault("ITEM_NOT_FOUND", {
      message: "the user has no Item; link one with a link_token of this user",
    });
  if (user.productsEndedAt !== null)
    throw new Fault("SANDBOX_WEBHOOK_INVALID", {
      message: "the user's cash flow is not watched since /user/products/terminate was called",
    });
  const subscription = await store.cashFlowSubscriptions.ofUser(user.userId);
  const item = items.find(
    ({ itemId, webhook }) => webhook !== null || itemId === subscription?.itemId,
  );
  if (!item)
    throw new Fault("SANDBOX_WEBHOOK_INVALID", {
      message: "no Item of the user has a webhook; give it one with /item/webhook/update",
    });
  requireAccess(item, "institution", { environment, now: clock() });
  return item;
}

async function changedAccount(item: Item, { store }: ApiContext): Promise<ItemAccount> {
  const accounts = await store.items.accounts(item.itemId);
  return manualAccount(accounts.filter(({ account }) => account.type === "depository"));
}
