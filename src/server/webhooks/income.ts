import { z } from "zod";
import { NoError } from "./fields.ts";
import { webhook } from "./webhook.ts";

/** The user's income can be read. */
export const incomeReady = webhook({
  name: "INCOME:PRODUCT_READY",
  schema: z.strictObject({ error: NoError }),
  payload: () => ({ error: null }),
});
