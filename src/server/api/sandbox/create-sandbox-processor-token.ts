import { z } from "zod";
import { CONSENTED_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { issueProcessorToken } from "../../domain/items/processor-token.ts";
import { endpoint } from "../endpoint.ts";
import { InstitutionId, ProcessorToken } from "../fields.ts";
import { linkSandboxItem, OverrideLogin } from "./link-sandbox-item.ts";

/**
 * Creates an Item at a sandbox institution, and a processor token for its first account with
 * numbers.
 */
export const createSandboxProcessorToken = endpoint({
  path: "/sandbox/processor_token/create",
  effect: "write",
  products: CONSENTED_PRODUCTS,
  summary: "Create a sandbox Item and a processor_token for one of its accounts.",
  description: "The account is the first one that has account numbers. The processor is `sandbox`.",
  sandboxOnly: true,
  refusals: ["INVALID_PRODUCT", "INVALID_CREDENTIALS", "NO_ACCOUNTS", "NO_AUTH_ACCOUNTS"],
  request: z.strictObject({
    institution_id: InstitutionId,
    options: OverrideLogin.optional(),
  }),
  response: z.strictObject({ processor_token: ProcessorToken }),
  async handle({ institution_id, options }, context) {
    const { created } = await linkSandboxItem(context, {
      institutionId: institution_id,
      products: ["auth"],
      webhook: null,
      username: options?.override_username,
      password: options?.override_password,
    });
    const account = created.accounts.find(
      ({ numbers, verification }) => verification === null && Object.keys(numbers).length > 0,
    )?.account;
    if (!account) throw new Fault("NO_AUTH_ACCOUNTS");
    const { token, record } = issueProcessorToken(context, {
      itemId: created.item.itemId,
      accountId: account.account_id,
      processor: "sandbox",
    });
    await context.store.processorTokens.issue(record);
    return { processor_token: token };
  },
});
