import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { endpoint } from "../endpoint.ts";
import { InstitutionId, ProcessorToken } from "../fields.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** The processor's account. */
export const getProcessorAccount = endpoint({
  path: "/processor/account/get",
  effect: "read",
  products: [],
  summary: "Retrieve the account that a processor_token is for.",
  description: "With its last known balances. Every token permits it.",
  refusals: PROCESSOR_REFUSALS,
  request: z.strictObject({ processor_token: ProcessorToken }),
  response: z.strictObject({ account: Account, institution_id: InstitutionId }),
  async handle({ processor_token }, context) {
    const { item, itemAccount } = await processorAccount(processor_token, null, context);
    return { account: itemAccount.account, institution_id: item.institutionId };
  },
});

/** Serves /processor/account/get under the plural name as well. */
export const getProcessorAccounts = endpoint({
  ...getProcessorAccount,
  path: "/processor/accounts/get",
  effect: "read",
  products: [],
  summary: "The same as /processor/account/get.",
});
