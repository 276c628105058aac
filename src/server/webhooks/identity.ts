import { z } from "zod";
import { NoError } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

/** What is known of the owners of accounts has changed. */
export const identityDefaultUpdate = defineWebhook({
  name: "IDENTITY:DEFAULT_UPDATE",
  schema: z.strictObject({
    account_ids_with_updated_identity: z.record(
      z.string(),
      z.array(z.enum(["ADDRESSES", "EMAILS", "NAMES", "PHONE_NUMBERS"])),
    ),
    error: NoError,
  }),
  payload: ({ changes }) => ({
    account_ids_with_updated_identity: Object.fromEntries(
      [...changes].map(([accountId, parts]) => [accountId, [...parts]]),
    ),
    error: null,
  }),
});
