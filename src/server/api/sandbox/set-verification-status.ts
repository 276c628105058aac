import { z } from "zod";
import { VERIFICATION_STATUSES } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { verificationTo } from "../../domain/verification/verification.ts";
import { verificationWebhooks } from "../../domain/verification/verification-webhooks.ts";
import { endpoint } from "../endpoint.ts";
import { AccountId, Token } from "../fields.ts";
import { loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";

/** Changes an account's verification status, as time or the user would. */
export const setVerificationStatus = endpoint({
  path: "/sandbox/item/set_verification_status",
  effect: "write",
  products: [],
  summary: "Bring the verification of an account to another status.",
  description:
    "Only where time, micro-deposits or the user could bring it: from pending_automatic_verification to " +
    "automatically_verified, for example. A status that is final stays.",
  sandboxOnly: true,
  request: z.strictObject({
    access_token: Token,
    account_id: AccountId,
    verification_status: z
      .enum(VERIFICATION_STATUSES)
      .meta({ examples: ["automatically_verified"] }),
  }),
  response: z.strictObject({}),
  async handle({ access_token, account_id, verification_status }, context) {
    const { clock, store } = context;
    const item = await loadItem(access_token, context);
    const { itemId } = item;
    const [account] = await loadAccounts(item, [account_id], context);
    const verification =
      account?.verification && verificationTo(account.verification, verification_status, clock());
    if (!verification)
      throw new Fault("INVALID_FIELD", {
        message: `verification_status cannot become ${verification_status}: it is ${
          account?.verification?.status ?? "null, since the institution gave the numbers"
        }`,
      });
    const jobs = verificationWebhooks(context, item, account_id, verification);
    await store.items.recordVerification({ itemId, accountId: account_id, verification }, jobs);
    return {};
  },
});
