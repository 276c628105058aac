import { z } from "zod";
import { NoError, toWebhookError, WebhookError } from "./fields.ts";
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

/** The owners of accounts have changed. */
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

/** Cards and loans are new or have new terms. */
export const liabilitiesDefaultUpdate = defineWebhook({
  name: "LIABILITIES:DEFAULT_UPDATE",
  schema: z.strictObject({
    account_ids_with_new_liabilities: z.array(z.string()),
    account_ids_with_updated_liabilities: z.record(z.string(), z.array(z.string())),
    error: NoError,
  }),
  payload: ({ newAccountIds, changes }) => ({
    account_ids_with_new_liabilities: [...newAccountIds],
    account_ids_with_updated_liabilities: Object.fromEntries(
      [...changes].map(([accountId, fields]) => [accountId, [...fields]]),
    ),
    error: null,
  }),
});

/** The statements of a refresh can be read, or not. */
export const statementsRefreshComplete = defineWebhook({
  name: "STATEMENTS:STATEMENTS_REFRESH_COMPLETE",
  schema: z.strictObject({ result: z.enum(["SUCCESS", "FAILURE"]) }),
  payload: ({ result }) => ({ result }),
});

/** The user's income can be read. */
export const incomeReady = defineWebhook({
  name: "INCOME:PRODUCT_READY",
  schema: z.strictObject({ error: NoError }),
  payload: () => ({ error: null }),
});

/** An Asset Report can be read. */
export const assetReportReady = defineWebhook({
  name: "ASSETS:PRODUCT_READY",
  schema: z.strictObject({ asset_report_id: z.string(), report_type: z.enum(["FULL", "FAST"]) }),
  payload: ({ assetReportId, reportType }) => ({
    asset_report_id: assetReportId,
    report_type: reportType,
  }),
});

/** An Asset Report could not be made. */
export const assetReportError = defineWebhook({
  name: "ASSETS:ERROR",
  schema: z.strictObject({ asset_report_id: z.string(), error: WebhookError }),
  payload: ({ assetReportId, error }) => ({
    asset_report_id: assetReportId,
    error: toWebhookError(error),
  }),
});
