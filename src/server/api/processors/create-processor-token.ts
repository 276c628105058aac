import { z } from "zod";
import { CONSENTED_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { issueProcessorToken, PROCESSOR_NAME } from "../../domain/items/processor-token.ts";
import { endpoint } from "../endpoint.ts";
import { AccountId, ProcessorToken, Token } from "../fields.ts";
import { loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";

/** Gives one processor access to one account. The token ends with the Item. */
export const createProcessorToken = endpoint({
  path: "/processor/token/create",
  effect: "write",
  products: CONSENTED_PRODUCTS,
  summary: "Create a processor_token for one account.",
  description:
    "Hand it to the processor that it names: it reads this account, and no other. " +
    "In the sandbox any lower-case name is a processor; elsewhere those that the server is set up with are.",
  request: z.strictObject({
    access_token: Token,
    account_id: AccountId,
    processor: z
      .string()
      .regex(PROCESSOR_NAME)
      .meta({ examples: ["amberpay"] }),
  }),
  response: z.strictObject({ processor_token: ProcessorToken }),
  async handle({ access_token, account_id, processor }, context) {
    const { environment, processors, store } = context;
    if (environment !== "sandbox" && !processors.includes(processor))
      throw new Fault("INVALID_FIELD", {
        message: `processor must be one of ${processors.join(", ")}`,
      });
    const item = await loadItem(access_token, context);
    await loadAccounts(item, [account_id], context);
    const { token, record } = issueProcessorToken(context, {
      itemId: item.itemId,
      accountId: account_id,
      processor,
    });
    await store.processorTokens.issue(record);
    return { processor_token: token };
  },
});
