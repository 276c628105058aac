import type { ErrorRow, ErrorType } from "./error-row.ts";
import { INPUT_ERRORS } from "./input-errors.ts";
import { INSTITUTION_ERRORS, ITEM_ERRORS, OAUTH_ERRORS } from "./item-errors.ts";
import { REPORT_ERRORS } from "./report-errors.ts";

/** The body of every failed response, in the API, the bridge and Link's callbacks. */
export type LinkError = {
  error_type: ErrorType;
  error_code: ErrorCode;
  error_message: string;
  /** The text for the end user; null if the end user cannot act on the error. */
  display_message: string | null;
};

/** The error of one Item, inside an error about several. */
export type ErrorCause = LinkError & { item_id: string };

/**
 * The error catalogue: the HTTP status of each code, its `message` for developers, and, if the end
 * user can act on it, its `display` text.
 */
export const ERRORS = {
  PLANNED_MAINTENANCE: {
    status: 503,
    type: "API_ERROR",
    message: "the service is in planned maintenance; try again later",
    display: "We are improving the service right now.",
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    type: "API_ERROR",
    message: "an unexpected error occurred; it has been logged under this request_id",
    display: "Something went wrong on our side.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    type: "API_ERROR",
    message: "the request cannot be handled right now; try again later",
  },
  LINK_UNREACHABLE: {
    status: 503,
    type: "API_ERROR",
    message: "Link could not be loaded, or its server could not be reached",
  },

  ...REPORT_ERRORS,
  ...INSTITUTION_ERRORS,
  ...INPUT_ERRORS,
  ...ITEM_ERRORS,
  ...OAUTH_ERRORS,

  ACCOUNTS_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /accounts/get for this Item; try again later",
  },
  ACCOUNTS_BALANCE_GET_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /accounts/balance/get by this client; try again later",
  },
  ADDITION_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "no more Items can be linked in this environment; remove some first",
  },
  AUTH_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /auth/get for this Item; try again later",
  },
  BALANCE_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /accounts/balance/get for this Item; try again later",
  },
  IDENTITY_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /identity/get for this Item; try again later",
  },
  INSTITUTION_RATE_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "the institution allows no more calls for now; try again later",
    display: "This institution is too busy right now.",
  },
  INSTITUTIONS_GET_BY_ID_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /institutions/get_by_id; try again later",
  },
  INSTITUTIONS_GET_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /institutions/get; try again later",
  },
  INSTITUTIONS_SEARCH_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /institutions/search; try again later",
  },
  ITEM_GET_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /item/get for this Item; try again later",
  },
  RATE_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls; try again later",
    display: "There were too many attempts.",
  },
  TRANSACTIONS_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of this transactions path for this Item; try again later",
  },

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

/** The codes with a text for the user. */
export type UserFacingCode = {
  [C in ErrorCode]: (typeof ERRORS)[C] extends { display: string } ? C : never;
}[ErrorCode];

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
