import { z } from "zod";
import { NoError } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

/** Holdings are new, or have new quantities or prices. */
export const holdingsUpdate = defineWebhook({
  name: "HOLDINGS:DEFAULT_UPDATE",
  schema: z.strictObject({
    new_holdings: z.int().min(0),
    updated_holdings: z.int().min(0),
    error: NoError,
  }),
  payload: ({ newHoldings, updatedHoldings }) => ({
    new_holdings: newHoldings,
    updated_holdings: updatedHoldings,
    error: null,
  }),
});

const Changes = z.strictObject({
  new_investments_transactions: z.int().min(0),
  canceled_investments_transactions: z.int().min(0),
  error: NoError,
});

const payload = (changes: { newTransactions: number; canceledTransactions: number }) => ({
  new_investments_transactions: changes.newTransactions,
  canceled_investments_transactions: changes.canceledTransactions,
  error: null,
});

/** New investment transactions can be read. */
export const investmentsDefaultUpdate = defineWebhook({
  name: "INVESTMENTS_TRANSACTIONS:DEFAULT_UPDATE",
  schema: Changes,
  payload,
});

/** The investment transactions of 24 months can be read. */
export const investmentsHistoricalUpdate = defineWebhook({
  name: "INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE",
  schema: Changes,
  payload,
});
