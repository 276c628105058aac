import { z } from "zod";
import { NoError, Time, toWebhookError, WebhookError } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

/** The Item needs its user's sign-in or has another error. */
export const itemError = defineWebhook({
  name: "ITEM:ERROR",
  schema: z.strictObject({ error: WebhookError }),
  payload: ({ error, consentEnd }) => ({ error: toWebhookError(error, consentEnd) }),
});

/** The Item's login works again. */
export const loginRepaired = defineWebhook({
  name: "ITEM:LOGIN_REPAIRED",
  schema: z.strictObject({}),
  payload: () => ({}),
});

/** The login has unshared accounts, which update mode offers to the user. */
export const newAccountsAvailable = defineWebhook({
  name: "ITEM:NEW_ACCOUNTS_AVAILABLE",
  schema: z.strictObject({ error: NoError }),
  payload: () => ({ error: null }),
});

/** The user's consent ends soon. Update mode renews the consent. */
export const pendingExpiration = defineWebhook({
  name: "ITEM:PENDING_EXPIRATION",
  schema: z.strictObject({ consent_expiration_time: Time }),
  payload: ({ expiresAt }) => ({ consent_expiration_time: new Date(expiresAt).toISOString() }),
});

/** The institution ends the connection soon. Update mode renews the connection. */
export const pendingDisconnect = defineWebhook({
  name: "ITEM:PENDING_DISCONNECT",
  schema: z.strictObject({
    reason: z.enum(["INSTITUTION_MIGRATION", "INSTITUTION_TOKEN_EXPIRATION"]),
    disconnect_time: Time,
  }),
  payload: ({ reason, disconnectAt }) => ({
    reason,
    disconnect_time: new Date(disconnectAt).toISOString(),
  }),
});

/** The user has ended the connection. Only a new Item can read the user's data again. */
export const userPermissionRevoked = defineWebhook({
  name: "ITEM:USER_PERMISSION_REVOKED",
  schema: z.strictObject({ error: WebhookError }),
  payload: () => ({ error: toWebhookError("USER_PERMISSION_REVOKED") }),
});

/** The user no longer shares an account. */
export const userAccountRevoked = defineWebhook({
  name: "ITEM:USER_ACCOUNT_REVOKED",
  schema: z.strictObject({ account_id: z.string() }),
  payload: ({ accountId }) => ({ account_id: accountId }),
});

/** The Item's webhooks now go to this address. */
export const webhookUpdateAcknowledged = defineWebhook({
  name: "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED",
  schema: z.strictObject({ new_webhook_url: z.string(), error: NoError }),
  payload: ({ url }) => ({ new_webhook_url: url, error: null }),
});
