/** The body every failed answer carries, in the API, the bridge and Link's callbacks alike. */
export type LinkError = {
  error_type: ErrorType;
  error_code: ErrorCode;
  error_message: string;
  /** Words for the end user; null where the end user cannot do anything about it. */
  display_message: string | null;
};

/** Why one Item of several could not be read, in an error about all of them. */
export type ErrorCause = LinkError & { item_id: string };

type ErrorType =
  | "API_ERROR"
  | "ASSET_REPORT_ERROR"
  | "INSTITUTION_ERROR"
  | "INVALID_INPUT"
  | "INVALID_REQUEST"
  | "ITEM_ERROR"
  | "RATE_LIMIT_EXCEEDED"
  | "RECAPTCHA_ERROR"
  | "SANDBOX_ERROR"
  | "TRANSACTIONS_ERROR";

type Row = {
  status: number;
  type: ErrorType;
  message: string;
  display?: string;
  /** The code on the wire, where two types share one. */
  code?: "PRODUCT_NOT_READY";
};

/**
 * The error catalogue: what each code answers over HTTP and says, to a developer (`message`) and,
 * where the end user can do something about it, to them (`display`).
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
  LINK_UNREACHABLE: {
    status: 503,
    type: "API_ERROR",
    message: "Link could not be loaded, or its server could not be reached",
  },

  LINK_BLOCKED: {
    status: 403,
    type: "INVALID_REQUEST",
    message: "the page's own Content-Security-Policy does not let Link be shown",
  },

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
    message: "none of the Items could be read; causes says why for each",
  },
  INVALID_PARENT: {
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message: "the Asset Report to start from could not be made, or was removed",
  },

  INSTITUTION_DOWN: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution is down or in maintenance",
    display: "This institution is not available right now.",
  },
  INSTITUTION_NOT_RESPONDING: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution did not answer in time",
    display: "This institution is not responding right now.",
  },
  INSTITUTION_NO_LONGER_SUPPORTED: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution is no longer supported",
    display: "This institution is no longer supported.",
  },
  INSTITUTION_NOT_AVAILABLE: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution is not available at the moment",
    display: "This institution is not available right now.",
  },
  INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution cannot be reached in this environment",
  },
  INSTITUTION_REGISTRATION_REQUIRED: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the client has to register with this institution first",
  },
  UNAUTHORIZED_INSTITUTION: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the client may not use this institution",
  },
  UNSUPPORTED_RESPONSE: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution answered in a way that is not understood",
    display: "This institution answered in a way that we do not understand.",
  },

  ADDITIONAL_CONSENT_REQUIRED: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the user has not agreed to this; open Link in update mode",
  },
  INCORRECT_DEPOSIT_VERIFICATION: {
    status: 400,
    type: "INVALID_INPUT",
    message: "these are not the amounts that were deposited",
    display: "Those are not the amounts that we sent. Please check your statement.",
  },
  INVALID_AUDIT_COPY_TOKEN: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the audit_copy_token is unknown or was removed",
  },
  INVALID_ASSET_REPORT_TOKEN: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the asset_report_token does not belong to an Asset Report of this client",
  },
  INVALID_LINK_TOKEN: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the link_token is unknown, expired or used",
    display: "This link is no longer valid.",
  },
  INVALID_PROCESSOR_TOKEN: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the processor_token is unknown",
  },
  INVALID_WEBHOOK_VERIFICATION_KEY_ID: {
    status: 400,
    type: "INVALID_INPUT",
    message: "no key has this key_id",
  },
  TOO_MANY_VERIFICATION_ATTEMPTS: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the amounts were wrong three times; the account has to be linked anew",
    display: "These amounts can no longer be confirmed. The account has to be connected anew.",
  },
  UNAUTHORIZED_ROUTE_ACCESS: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the client may not use this path",
  },
  USER_PERMISSION_REVOKED: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the user has ended this connection; they can make a new one in Link",
  },
  INVALID_ACCESS_TOKEN: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the access_token does not belong to an Item of this client",
  },
  INVALID_ACCOUNT_ID: {
    status: 400,
    type: "INVALID_INPUT",
    message: "an account_id does not belong to this Item",
  },
  INVALID_API_KEYS: {
    status: 400,
    type: "INVALID_INPUT",
    message: "invalid client_id or secret provided",
  },
  INVALID_DASHBOARD_SESSION: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the session on the Dashboard is over; sign in again",
  },
  INVALID_INSTITUTION: {
    status: 400,
    type: "INVALID_INPUT",
    message: "no institution has this institution_id",
  },
  INVALID_LINK_SESSION: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the Link session is unknown or over; open Link again",
    display: "This session is over.",
  },
  INVALID_ORIGIN: {
    status: 400,
    type: "INVALID_INPUT",
    message: "this origin is not registered for the client",
  },
  INVALID_PRODUCT: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the product is unknown or not enabled for the client",
  },
  INVALID_PUBLIC_KEY: {
    status: 400,
    type: "INVALID_INPUT",
    message: "no client has this public_key",
  },
  INVALID_PUBLIC_TOKEN: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the public_token is unknown",
  },
  UNAUTHORIZED_ENVIRONMENT: {
    status: 400,
    type: "INVALID_INPUT",
    message: "this server serves another environment",
  },

  NO_LONGER_AVAILABLE: {
    status: 404,
    type: "INVALID_REQUEST",
    message: "this path does not exist in this API version any more",
  },
  INVALID_ACCOUNT_NUMBER: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "the account number is not valid",
    display: "One of these numbers does not look right. Please check them.",
  },
  INCOMPATIBLE_API_VERSION: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "public_key is not part of this API version; send client_id and secret",
  },
  INVALID_BODY: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "the body must be a JSON object sent as application/json",
  },
  INVALID_CONFIGURATION: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "the Link configuration is not valid",
  },
  INVALID_FIELD: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "a field is not valid",
  },
  INVALID_HEADERS: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "a request header is not valid",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    type: "INVALID_REQUEST",
    message: "every request is a POST",
  },
  MISSING_FIELDS: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "required fields are missing",
  },
  NOT_FOUND: {
    status: 404,
    type: "INVALID_REQUEST",
    message: "there is no such path",
  },
  SANDBOX_ONLY: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "this path exists in the sandbox environment only",
  },
  UNKNOWN_FIELDS: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "fields are not known to this path",
  },

  ACCESS_NOT_GRANTED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the user did not let the institution share what the product needs",
    display: "You did not allow everything that is needed. Please sign in again and allow it.",
  },
  INSTANT_MATCH_FAILED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the numbers that were entered did not match an account of the login",
    display: "These numbers do not match any of your accounts. Please check them.",
  },
  INSUFFICIENT_CREDENTIALS: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the user did not finish signing in at the institution",
    display: "Signing in was not finished. Please sign in again.",
  },
  INVALID_SEND_METHOD: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution could not send a code that way",
    display: "The code could not be sent that way.",
  },
  INVALID_UPDATED_USERNAME: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the user signed in as somebody else than the Item is for",
    display: "Please sign in with the user ID that you connected before.",
  },
  ITEM_LOGIN_REQUIRED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the login of the Item has changed; open Link in update mode",
    display: "Your sign-in has changed. Please sign in again.",
  },
  NO_AUTH_ACCOUNTS: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the Item has no account that has account numbers",
  },
  PASSWORD_RESET_REQUIRED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the user has to choose a new password at the institution first",
    display: "Your institution asks you to choose a new password on its own site.",
  },
  PRODUCT_NOT_ENABLED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the product is not enabled for this Item",
  },
  PRODUCT_NOT_READY: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the product is not ready yet; try again in a few seconds",
  },
  INVALID_CREDENTIALS: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution did not accept the credentials",
    display: "Those details did not match. Please check them.",
  },
  INVALID_MFA: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution did not accept the answer to its question",
    display: "That answer did not match. Please check it.",
  },
  ITEM_LOCKED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution has locked the user's account",
    display: "Your account is locked. You can unlock it at your institution.",
  },
  ITEM_NOT_FOUND: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the Item has been removed",
  },
  ITEM_NOT_SUPPORTED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution does not let this kind of account be connected",
    display: "This kind of account cannot be connected.",
  },
  MFA_NOT_SUPPORTED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution asked in a way that is not supported",
    display: "This account asks for a check that we do not support.",
  },
  NO_ACCOUNTS: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the login has no account that fits the requested products",
    display: "We found no account that can be connected.",
  },
  PRODUCTS_NOT_SUPPORTED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution does not support this product",
  },
  USER_INPUT_TIMEOUT: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the user did not answer the institution in time",
    display: "That took too long. Please sign in again.",
  },
  USER_SETUP_REQUIRED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the user has to finish something at the institution first",
    display: "Your institution asks you to sign in on its own site first.",
  },

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
} as const satisfies Record<string, Row>;

export type ErrorCode = keyof typeof ERRORS;

/** The error object for a code; `message` and `display` replace the catalogue's own words. */
export const linkError = (
  code: ErrorCode,
  words: { message?: string | undefined; display?: string | undefined } = {},
): LinkError => {
  const row: Row = ERRORS[code];
  return {
    error_type: row.type,
    error_code: row.code ?? code,
    error_message: words.message ?? row.message,
    display_message: words.display ?? row.display ?? null,
  };
};
