import { API_ERRORS } from "./api-errors.ts";
import { CONSUMER_REPORT_ERRORS } from "./consumer-report-errors.ts";
import type { ErrorRow, ErrorType } from "./error-row.ts";
import { INPUT_ERRORS } from "./input-errors.ts";
import { INSTITUTION_ERRORS } from "./institution-errors.ts";
import { ITEM_ERRORS } from "./item-errors.ts";
import { OAUTH_ERRORS } from "./oauth-errors.ts";
import { RATE_LIMIT_ERRORS } from "./rate-limit-errors.ts";

/** The body of every failed response, in the API, the bridge and Link's callbacks alike. */
export type LinkError = {
  error_type: ErrorType;
  error_code: ErrorCode;
  error_message: string;
  /** The text for the end user; null if the end user cannot do anything about it. */
  display_message: string | null;
};

/** The error of one Item, inside an error about several. */
export type ErrorCause = LinkError & { item_id: string };

/**
 * The error catalogue: the HTTP status of each code, its `message` for developers, and, if the end
 * user can act on it, its `display` text.
 */
export const ERRORS = {
  ...API_ERRORS,
  ...CONSUMER_REPORT_ERRORS,
  ...INSTITUTION_ERRORS,
  ...INPUT_ERRORS,
  ...ITEM_ERRORS,
  ...OAUTH_ERRORS,
  ...RATE_LIMIT_ERRORS,

  LAST_UPDATED_DATETIME_OUT_OF_RANGE: {
    status: 400,
    type: "INVALID_RESULT",
    message: "the institution has no balances as recent as min_last_updated_datetime",
  },

  RECAPTCHA_BAD: {
    status: 400,
    type: "RECAPTCHA_ERROR",
    message: "the captcha was not solved",
    display: "The check did not work.",
  },
  RECAPTCHA_REQUIRED: {
    status: 400,
    type: "RECAPTCHA_ERROR",
    message: "a captcha has to be solved first",
  },

  SANDBOX_PRODUCT_NOT_ENABLED: {
    status: 400,
    type: "SANDBOX_ERROR",
    message: "the Item does not have the product that this is about",
  },
  SANDBOX_WEBHOOK_INVALID: {
    status: 400,
    type: "SANDBOX_ERROR",
    message: "this webhook cannot be fired for the Item",
  },

  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: {
    status: 400,
    type: "TRANSACTIONS_ERROR",
    message: "the transactions changed while they were read; start again from the first cursor",
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** Builds the error object of a code; `message` and `display` replace the catalogue's texts. */
export const linkError = (
  code: ErrorCode,
  texts: { message?: string | undefined; display?: string | undefined } = {},
): LinkError => {
  const row: ErrorRow = ERRORS[code];
  return {
    error_type: row.type,
    error_code: row.code ?? code,
    error_message: texts.message ?? row.message,
    display_message: texts.display ?? row.display ?? null,
  };
};
