import { z } from "zod";
import { fetchOwners } from "../../domain/items/fetch-owners.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import { getIdentity, OwnedAccount } from "../products/get-identity.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** The owners of the processor's account. */
export const getProcessorIdentity = endpoint({
  path: "/processor/identity/get",
  effect: "read",
  products: ["identity"],
  summary: "Retrieve who owns the account of a processor_token.",
  description: "For processors; the application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(getIdentity.refusals ?? [])])],
  request: z.strictObject({ processor_token: ProcessorToken }),
  response: z.strictObject({ account: OwnedAccount }),
  async handle({ processor_token }, context) {
    const { item, itemAccount } = await processorAccount(processor_token, "identity", context);
    const { account } = itemAccount;
    const owners = await fetchOwners(context, await chargeProduct(item, "identity", context));
    return { account: { ...account, owners: owners.get(account.account_id) ?? [] } };
  },
});
