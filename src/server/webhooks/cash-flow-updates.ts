import { z } from "zod";
import { CASH_FLOW_INSIGHTS } from "../../protocol/reports/cash-flow.ts";
import { UserId } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

const Update = z.strictObject({ user_id: UserId, status: z.literal("AVAILABLE") });

const updatePayload = ({ userId }: { userId: string }) => ({
  user_id: userId,
  status: "AVAILABLE" as const,
});

/** A user's accounts have new data. This webhook and the next four are for the legacy user API. */
export const insightsUpdated = defineWebhook({
  name: "CASH_FLOW_UPDATES:INSIGHTS_UPDATED",
  schema: Update,
  payload: updatePayload,
});

/** A large deposit was booked. */
export const largeDepositDetected = defineWebhook({
  name: "CASH_FLOW_UPDATES:LARGE_DEPOSIT_DETECTED",
  schema: Update,
  payload: updatePayload,
});

/** The balance of an account has become low. */
export const lowBalanceDetected = defineWebhook({
  name: "CASH_FLOW_UPDATES:LOW_BALANCE_DETECTED",
  schema: Update,
  payload: updatePayload,
});

/** A lender was paid for the first time. */
export const newLoanPaymentDetected = defineWebhook({
  name: "CASH_FLOW_UPDATES:NEW_LOAN_PAYMENT_DETECTED",
  schema: Update,
  payload: updatePayload,
});

/** A fee for an overdraft or for insufficient funds was charged. */
export const nsfOverdraftDetected = defineWebhook({
  name: "CASH_FLOW_UPDATES:NSF_OVERDRAFT_DETECTED",
  schema: Update,
  payload: updatePayload,
});

/** A user's accounts have new data and insights. */
export const cashFlowInsightsUpdated = defineWebhook({
  name: "CASH_FLOW_UPDATES:CASH_FLOW_INSIGHTS_UPDATED",
  schema: Update.extend({ insights: z.array(z.enum(CASH_FLOW_INSIGHTS)) }),
  payload: ({ userId, insights }) => ({ ...updatePayload({ userId }), insights: [...insights] }),
});
