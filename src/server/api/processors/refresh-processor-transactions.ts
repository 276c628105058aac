import { z } from "zod";
import { refreshTransactions as refresh } from "../../domain/transactions/ensure-fresh-feed.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import { refreshTransactions } from "../products/refresh-transactions.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** Requests new transactions of the processor's account ahead of schedule. */
export const refreshProcessorTransactions = endpoint({
  path: "/processor/transactions/refresh",
  effect: "write",
  products: ["transactions"],
  summary: "Ask the institution of the account of a processor_token for new transactions now.",
  description: "As `/transactions/refresh` does for an Item. The application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(refreshTransactions.refusals ?? [])])],
  limits: refreshTransactions.limits ?? {},
  request: z.strictObject({ processor_token: ProcessorToken }),
  response: z.strictObject({}),
  async handle({ processor_token }, context) {
    const { item } = await processorAccount(
      processor_token,
      "transactions",
      context,
      "institution",
    );
    await refresh(context, await chargeProduct(item, "transactions", context));
    return {};
  },
});
