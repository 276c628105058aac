import { z } from "zod";
import type { WebhookOf } from "../domain/webhooks/webhook.ts";
import { UserId } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

const Ready = z.strictObject({
  user_id: UserId,
  successful_products: z.array(z.string()),
  failed_products: z.array(z.string()),
  item_ids: z.array(z.string()),
});

const Failure = Ready.pick({ user_id: true, item_ids: true });

const readyPayload = ({
  userId,
  successfulProducts,
  failedProducts,
  itemIds,
}: Omit<WebhookOf<"CHECK_REPORT:CHECK_REPORT_READY">, "name">) => ({
  user_id: userId,
  successful_products: [...successfulProducts],
  failed_products: [...failedProducts],
  item_ids: [...itemIds],
});

const failedPayload = ({
  userId,
  itemIds,
}: Omit<WebhookOf<"CHECK_REPORT:CHECK_REPORT_FAILED">, "name">) => ({
  user_id: userId,
  item_ids: [...itemIds],
});

/** A consumer report can be read; for integrations with the legacy user API. */
export const checkReportReady = defineWebhook({
  name: "CHECK_REPORT:CHECK_REPORT_READY",
  schema: Ready,
  payload: readyPayload,
});

/** A consumer report could not be made; for integrations with the legacy user API. */
export const checkReportFailed = defineWebhook({
  name: "CHECK_REPORT:CHECK_REPORT_FAILED",
  schema: Failure,
  payload: failedPayload,
});

/** A user's consumer report can be read. */
export const userCheckReportReady = defineWebhook({
  name: "CHECK_REPORT:USER_CHECK_REPORT_READY",
  schema: Ready,
  payload: readyPayload,
});

/** A user's consumer report could not be made. */
export const userCheckReportFailed = defineWebhook({
  name: "CHECK_REPORT:USER_CHECK_REPORT_FAILED",
  schema: Failure,
  payload: failedPayload,
});
