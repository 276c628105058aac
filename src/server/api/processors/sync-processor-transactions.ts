import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import { TransactionOptions } from "../products/get-transactions.ts";
import {
  readChanges,
  SyncChanges,
  SyncPosition,
  syncTransactions,
} from "../products/sync-transactions.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** The changes to the transactions of the processor's account. */
export const syncProcessorTransactions = endpoint({
  path: "/processor/transactions/sync",
  effect: "read",
  products: ["transactions"],
  summary:
    "Retrieve changes of the transactions of the account of a processor_token since last time.",
  description:
    "As `/transactions/sync` does for an Item, with a cursor of the same kind. For processors; the " +
    "application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(syncTransactions.refusals ?? [])])],
  request: z.strictObject({
    processor_token: ProcessorToken,
    ...SyncPosition,
    options: z.strictObject(TransactionOptions).nullish(),
  }),
  response: z.strictObject({ account: Account, ...SyncChanges }),
  async handle({ processor_token, ...request }, context) {
    const before = await processorAccount(processor_token, "transactions", context);
    const accountId = before.itemAccount.account.account_id;
    const {
      feed: _,
      transactions_update_status,
      ...changes
    } = await readChanges(before.item, accountId, request, context);
    // Read last, since the pull above may have stored newer balances.
    const { itemAccount } = await processorAccount(processor_token, "transactions", context);
    return { transactions_update_status, account: itemAccount.account, ...changes };
  },
});
