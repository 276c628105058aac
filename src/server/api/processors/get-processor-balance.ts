import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import {
  AccountAtMoment,
  getBalance,
  MinLastUpdated,
  readBalances,
} from "../products/get-balance.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** The current balance of the processor's account. */
export const getProcessorBalance = endpoint({
  path: "/processor/balance/get",
  effect: "read",
  products: ["balance"],
  summary: "Retrieve what the account of a processor_token holds at this moment.",
  description: "The institution is asked each time. For processors; the application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(getBalance.refusals ?? [])])],
  request: z.strictObject({
    processor_token: ProcessorToken,
    options: z.strictObject({ min_last_updated_datetime: MinLastUpdated }).optional(),
  }),
  response: z.strictObject({ account: AccountAtMoment }),
  async handle({ processor_token, options }, context) {
    const { item, itemAccount } = await processorAccount(
      processor_token,
      "balance",
      context,
      "institution",
    );
    const accountId = itemAccount.account.account_id;
    const oldest = options?.min_last_updated_datetime;
    const [account] = (await readBalances(item, [accountId], oldest, context)).accounts;
    if (!account) throw new Fault("INVALID_PROCESSOR_TOKEN");
    return { account };
  },
});
