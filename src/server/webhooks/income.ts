import { z } from "zod";
import { NoError } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

/** The user's income can be read. */
export const incomeReady = defineWebhook({
  name: "INCOME:PRODUCT_READY",
  schema: z.strictObject({ error: NoError }),
  payload: () => ({ error: null }),
});
