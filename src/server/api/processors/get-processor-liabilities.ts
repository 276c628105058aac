import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Liabilities } from "../../../protocol/liabilities.ts";
import { Fault } from "../../domain/fault.ts";
import { isLiability } from "../../domain/institutions/product.ts";
import { fetchLiabilities, liabilitiesShape } from "../../domain/items/fetch-liabilities.ts";
import { chargeProduct, requireProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import { getLiabilities } from "../products/get-liabilities.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** The terms of the processor's account, a card or loan. */
export const getProcessorLiabilities = endpoint({
  path: "/processor/liabilities/get",
  effect: "read",
  products: ["liabilities"],
  summary: "Retrieve the terms of the card or loan of a processor_token.",
  description: "As `/liabilities/get` does for an Item. The application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(getLiabilities.refusals ?? [])])],
  limits: getLiabilities.limits ?? {},
  request: z.strictObject({ processor_token: ProcessorToken }),
  response: z.strictObject({ account: Account, liabilities: Liabilities }),
  async handle({ processor_token }, context) {
    const { item, itemAccount } = await processorAccount(processor_token, "liabilities", context);
    const { account } = itemAccount;
    requireProduct(item, "liabilities", context);
    if (!isLiability(account))
      throw new Fault("NO_LIABILITY_ACCOUNTS", {
        message: "the account is no card, mortgage or student loan",
      });
    const liabilities = await fetchLiabilities(
      context,
      await chargeProduct(item, "liabilities", context),
    );
    return { account, liabilities: liabilitiesShape(liabilities, new Set([account.account_id])) };
  },
});
