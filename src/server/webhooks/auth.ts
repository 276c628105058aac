import { z } from "zod";
import { NoError } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

const OneAccount = z.strictObject({ account_id: z.string(), error: NoError });

/** Micro-deposits have verified an account's numbers. */
export const automaticallyVerified = defineWebhook({
  name: "AUTH:AUTOMATICALLY_VERIFIED",
  schema: OneAccount,
  payload: ({ accountId }) => ({ account_id: accountId, error: null }),
});

/** The amounts of the micro-deposits were not entered in time. */
export const verificationExpired = defineWebhook({
  name: "AUTH:VERIFICATION_EXPIRED",
  schema: OneAccount,
  payload: ({ accountId }) => ({ account_id: accountId, error: null }),
});

/** Accounts have new or changed numbers. */
export const authDefaultUpdate = defineWebhook({
  name: "AUTH:DEFAULT_UPDATE",
  schema: z.strictObject({
    account_ids_with_new_auth: z.array(z.string()),
    account_ids_with_updated_auth: z.array(z.string()),
    error: NoError,
  }),
  payload: ({ newAccountIds, updatedAccountIds }) => ({
    account_ids_with_new_auth: [...newAccountIds],
    account_ids_with_updated_auth: [...updatedAccountIds],
    error: null,
  }),
});
