import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Numbers } from "../../../protocol/numbers.ts";
import { Fault } from "../../domain/fault.ts";
import { toNumbers } from "../../domain/items/account-numbers.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import { requireVerification } from "../require-verification.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** The numbers of the processor's account. */
export const getProcessorAuth = endpoint({
  path: "/processor/auth/get",
  effect: "read",
  products: ["auth"],
  summary: "Retrieve the numbers of the account that a processor_token is for.",
  description: "For processors: clients that are set up as partners. The application is billed.",
  refusals: [...PROCESSOR_REFUSALS, "NO_AUTH_ACCOUNTS", "PRODUCT_NOT_READY"],
  request: z.strictObject({ processor_token: ProcessorToken }),
  response: z.strictObject({ account: Account, numbers: Numbers }),
  async handle({ processor_token }, context) {
    const { item, itemAccount } = await processorAccount(processor_token, "auth", context);
    await chargeProduct(item, "auth", context);
    requireVerification([itemAccount], true);
    if (Object.keys(itemAccount.numbers).length === 0)
      throw new Fault("NO_AUTH_ACCOUNTS", { message: "the account has no account numbers" });
    return { account: itemAccount.account, numbers: toNumbers([itemAccount]) };
  },
});
