import type { ErrorRow } from "./error-row.ts";

/** Errors of Asset Reports and consumer reports. */
export const REPORT_ERRORS = {
  ASSET_REPORT_GENERATION_FAILED: {
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message: "the Asset Report could not be made; create another one",
  },
  ASSET_REPORT_NOT_READY: {
    code: "PRODUCT_NOT_READY",
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message: "the Asset Report is still being made; try again in a few seconds",
  },
  DATA_UNAVAILABLE: {
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message: "no Item could be read; causes says why for each",
  },
  INVALID_PARENT: {
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message: "the Asset Report to start from could not be made, or was removed",
  },

  CONSUMER_REPORT_NOT_FOUND: {
    status: 400,
    type: "CONSUMER_REPORT_ERROR",
    message: "the user has no report; create one by /cra/check_report/create",
  },
  CONSUMER_REPORT_NOT_READY: {
    code: "PRODUCT_NOT_READY",
    status: 400,
    type: "CONSUMER_REPORT_ERROR",
    message: "the report is still being made; wait for the webhook, or try again in a few seconds",
  },
  CONSUMER_REPORT_EXPIRED: {
    status: 400,
    type: "CONSUMER_REPORT_ERROR",
    message: "the report is older than 24 hours; create another one",
  },
  CHECK_REPORT_DATA_UNAVAILABLE: {
    code: "DATA_UNAVAILABLE",
    status: 400,
    type: "CHECK_REPORT_ERROR",
    message: "no Item of the user could be read; causes says why for each",
  },
  CHECK_REPORT_NO_ACCOUNTS: {
    code: "NO_ACCOUNTS",
    status: 400,
    type: "CHECK_REPORT_ERROR",
    message: "the user has no accounts; link some, and create another report",
  },
  INSUFFICIENT_TRANSACTION_DATA: {
    status: 400,
    type: "CHECK_REPORT_ERROR",
    message: "the accounts have fewer days of transactions than the report takes",
  },
} as const satisfies Record<string, ErrorRow>;
