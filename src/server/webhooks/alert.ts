import { z } from "zod";
import { REQUEST_KINDS } from "../domain/institutions/request-quota.ts";
import { Time } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

/** Most requests of a kind to an institution fail, or succeed again. */
export const institutionStatusAlert = defineWebhook({
  name: "DASHBOARD_CONFIGURED_ALERT:INSTITUTION_STATUS_ALERT_TRIGGERED",
  schema: z.strictObject({
    institution_id: z.string(),
    institution_name: z.string(),
    /** The kind of the requests. */
    kind: z.enum(REQUEST_KINDS),
    status: z.enum(["DOWN", "HEALTHY"]),
    since: Time,
    /** The share of the last requests of the kind that succeeded. */
    institution_overall_success_rate: z.number(),
  }),
  payload: ({ institutionId, institutionName, kind, status, since, successRate }) => ({
    institution_id: institutionId,
    institution_name: institutionName,
    kind,
    status,
    since: new Date(since).toISOString(),
    institution_overall_success_rate: Math.round(successRate * 1000) / 1000,
  }),
});
