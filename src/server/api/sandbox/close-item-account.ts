import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { AccountId, Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { closeAccount } from "./change-accounts.ts";

/** Closes an account of an Item at its bank, for good. */
export const closeItemAccount = endpoint({
  path: "/sandbox/item/close_account",
  effect: "write",
  products: [],
  summary: "Close an account at the bank of a sandbox Item.",
  description:
    "The bank lists it no longer, and no update mode offers it. If the Item has it, USER_ACCOUNT_REVOKED " +
    "is sent, or USER_PERMISSION_REVOKED if it has no other. Closing it again changes nothing.",
  sandboxOnly: true,
  refusals: ["INVALID_ACCOUNT_ID"],
  request: z.strictObject({ access_token: Token, account_id: AccountId }),
  response: z.strictObject({ account_closed: z.boolean() }),
  async handle({ access_token, account_id }, context) {
    await closeAccount(await loadItem(access_token, context, "renewal"), account_id, context);
    return { account_closed: true };
  },
});
