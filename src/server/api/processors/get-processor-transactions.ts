import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Transaction } from "../../../protocol/transaction.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import {
  getTransactions,
  PageOptions,
  Period,
  readTransactions,
} from "../products/get-transactions.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** The transactions of the processor's account. */
export const getProcessorTransactions = endpoint({
  path: "/processor/transactions/get",
  effect: "read",
  products: ["transactions"],
  summary: "Retrieve the transactions of the account of a processor_token in a period.",
  description: "A page at a time, newest first. For processors; the application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(getTransactions.refusals ?? [])])],
  request: z.strictObject({
    processor_token: ProcessorToken,
    ...Period,
    options: PageOptions.optional(),
  }),
  response: z.strictObject({
    account: Account,
    transactions: z.array(Transaction).nullable(),
    total_transactions: z.int().min(0).meta({ description: "The number in the whole period." }),
  }),
  async handle({ processor_token, options, ...period }, context) {
    const { item, itemAccount } = await processorAccount(processor_token, "transactions", context);
    const accountId = itemAccount.account.account_id;
    const page = await readTransactions(
      item,
      period,
      { ...options, account_ids: [accountId] },
      context,
    );
    const { itemAccount: current } = await processorAccount(
      processor_token,
      "transactions",
      context,
    );
    return {
      account: current.account,
      transactions: page.transactions,
      total_transactions: page.total,
    };
  },
});
