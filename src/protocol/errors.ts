/** The body every failed answer carries, in the API, the bridge and Link's callbacks alike. */
export type LinkError = {
  error_type: ErrorType;
  error_code: ErrorCode;
  error_message: string;
  /** Words for the end user; null where the end user cannot do anything about it. */
  display_message: string | null;
};

type ErrorType =
  | "API_ERROR"
  | "INSTITUTION_ERROR"
  | "INVALID_INPUT"
  | "INVALID_REQUEST"
  | "ITEM_ERROR";

type Row = { status: number; type: ErrorType; message: string; display?: string };

/**
 * The error catalogue: what each code answers over HTTP and says, to a developer (`message`) and,
 * where the end user can do something about it, to them (`display`).
 */
export const ERRORS = {
  INTERNAL_SERVER_ERROR: {
    status: 500,
    type: "API_ERROR",
    message: "an unexpected error occurred; it has been logged under this request_id",
    display: "Something went wrong on our side. Please try again.",
  },
  LINK_UNREACHABLE: {
    status: 503,
    type: "API_ERROR",
    message: "Link could not be loaded, or its server could not be reached",
    display: "Please check your connection and try again.",
  },

  INSTITUTION_DOWN: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution is down or in maintenance",
    display: "This institution is not available right now. Please try again later.",
  },
  INSTITUTION_NOT_RESPONDING: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution did not answer in time",
    display: "This institution is not responding right now. Please try again later.",
  },
  INSTITUTION_NO_LONGER_SUPPORTED: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution is no longer supported",
    display: "This institution is no longer supported. Please choose another one.",
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
  INVALID_INSTITUTION: {
    status: 400,
    type: "INVALID_INPUT",
    message: "no institution has this institution_id",
  },
  INVALID_LINK_SESSION: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the Link session is unknown or over; open Link again",
    display: "This session is over. Please close this window and start again.",
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

  INVALID_CREDENTIALS: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution did not accept the credentials",
    display: "Those details did not match. Please check them and try again.",
  },
  INVALID_MFA: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution did not accept the answer to its question",
    display: "That answer did not match. Please try again.",
  },
  ITEM_LOCKED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution has locked the user's account",
    display: "Your account is locked. Please unlock it at your institution, then come back.",
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
    display: "This kind of account cannot be connected. Please choose another institution.",
  },
  MFA_NOT_SUPPORTED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the institution asked in a way that is not supported",
    display:
      "This account asks for a check that we do not support. Please choose another institution.",
  },
  NO_ACCOUNTS: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the login has no account that fits the requested products",
    display: "We found no account that can be connected. Please try another institution.",
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
    display: "Please sign in at your institution's own site once, then come back.",
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
    error_code: code,
    error_message: words.message ?? row.message,
    display_message: words.display ?? row.display ?? null,
  };
};
