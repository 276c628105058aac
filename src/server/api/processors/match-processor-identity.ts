import { z } from "zod";
import { matchIdentity } from "../../domain/identity-match/match-identity.ts";
import { fetchOwners } from "../../domain/items/fetch-owners.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken } from "../fields.ts";
import {
  MatchedAccount,
  matchItemIdentity,
  requireSomePart,
  UserToMatch,
} from "../products/match-identity.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** Compares an identity with the owners of the processor's account. */
export const matchProcessorIdentity = endpoint({
  path: "/processor/identity/match",
  effect: "read",
  products: ["identity"],
  summary: "Compare a person's identity with the owners of the account of a processor_token.",
  description: "As `/identity/match` does for an Item. The application is billed.",
  refusals: [...new Set([...PROCESSOR_REFUSALS, ...(matchItemIdentity.refusals ?? [])])],
  limits: matchItemIdentity.limits ?? {},
  request: z.strictObject({
    processor_token: ProcessorToken,
    user: UserToMatch.meta({ examples: [{ legal_name: "Thomas Castellan" }] }),
  }),
  response: z.strictObject({ account: MatchedAccount }),
  async handle({ processor_token, user }, context) {
    requireSomePart(user);
    const { item, itemAccount } = await processorAccount(processor_token, "identity", context);
    const { account } = itemAccount;
    const owners = await fetchOwners(context, await chargeProduct(item, "identity", context));
    return {
      account: { ...account, ...matchIdentity(user, owners.get(account.account_id) ?? []) },
    };
  },
});
