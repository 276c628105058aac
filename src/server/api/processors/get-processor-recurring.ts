import { z } from "zod";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import {
  getRecurringTransactions,
  RecurringOptions,
  RecurringStreams,
  readRecurring,
} from "../products/get-recurring-transactions.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** The recurring transactions of the processor's account. */
export const getProcessorRecurring = endpoint({
  path: "/processor/transactions/recurring/get",
  effect: "read",
  products: ["transactions"],
  summary: "Retrieve the recurring transactions of the account of a processor_token as streams.",
  description: "As `/transactions/recurring/get` does for an Item. The application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(getRecurringTransactions.refusals ?? [])])],
  limits: getRecurringTransactions.limits ?? {},
  request: z.strictObject({ processor_token: ProcessorToken, options: RecurringOptions }),
  response: RecurringStreams,
  async handle({ processor_token, options }, context) {
    const { item, itemAccount } = await processorAccount(processor_token, "transactions", context);
    return readRecurring(
      await chargeProduct(item, "transactions", context),
      { accountIds: [itemAccount.account.account_id], options },
      context,
    );
  },
});
