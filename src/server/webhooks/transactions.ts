import { z } from "zod";
import { NoError } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

const NewTransactions = z.strictObject({ new_transactions: z.int().min(0), error: NoError });

/** The first weeks of transactions can be read. */
export const initialUpdate = defineWebhook({
  name: "TRANSACTIONS:INITIAL_UPDATE",
  schema: NewTransactions,
  payload: ({ newTransactions }) => ({ new_transactions: newTransactions, error: null }),
});

/** The whole history can be read. */
export const historicalUpdate = defineWebhook({
  name: "TRANSACTIONS:HISTORICAL_UPDATE",
  schema: NewTransactions,
  payload: ({ newTransactions }) => ({ new_transactions: newTransactions, error: null }),
});

/** New transactions can be read. */
export const defaultUpdate = defineWebhook({
  name: "TRANSACTIONS:DEFAULT_UPDATE",
  schema: NewTransactions,
  payload: ({ newTransactions }) => ({ new_transactions: newTransactions, error: null }),
});

/** The institution has withdrawn transactions. */
export const transactionsRemoved = defineWebhook({
  name: "TRANSACTIONS:TRANSACTIONS_REMOVED",
  schema: z.strictObject({ removed_transactions: z.array(z.string()), error: NoError }),
  payload: ({ transactionIds }) => ({ removed_transactions: [...transactionIds], error: null }),
});

/** `/transactions/sync` has changes to return. */
export const syncUpdatesAvailable = defineWebhook({
  name: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
  schema: z.strictObject({
    initial_update_complete: z.boolean(),
    historical_update_complete: z.boolean(),
  }),
  payload: ({ initialComplete, historicalComplete }) => ({
    initial_update_complete: initialComplete,
    historical_update_complete: historicalComplete,
  }),
});

/** The recurring transactions of an account have changed. */
export const recurringTransactionsUpdate = defineWebhook({
  name: "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE",
  schema: z.strictObject({ account_ids: z.array(z.string()) }),
  payload: ({ accountIds }) => ({ account_ids: [...accountIds] }),
});
