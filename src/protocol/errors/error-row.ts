/** The families of errors. */
export const ERROR_TYPES = [
  "API_ERROR",
  "ASSET_REPORT_ERROR",
  "CHECK_REPORT_ERROR",
  "CONSUMER_REPORT_ERROR",
  "INSTITUTION_ERROR",
  "INVALID_INPUT",
  "INVALID_REQUEST",
  "INVALID_RESULT",
  "ITEM_ERROR",
  "OAUTH_ERROR",
  "RATE_LIMIT_EXCEEDED",
  "RECAPTCHA_ERROR",
  "SANDBOX_ERROR",
  "TRANSACTIONS_ERROR",
  "USER_ERROR",
] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

/** A row of the error catalogue. */
export type ErrorRow = {
  status: number;
  type: ErrorType;
  message: string;
  display?: string;
  /** The code on the wire if two types share a code. */
  code?: "PRODUCT_NOT_READY" | "DATA_UNAVAILABLE" | "NO_ACCOUNTS";
};
