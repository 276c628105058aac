import type { ErrorRow } from "./error-row.ts";

/** Errors of a request: wrong keys, tokens and ids (`INVALID_INPUT`), or a malformed body (`INVALID_REQUEST`). */
export const INPUT_ERRORS = {
  LINK_BLOCKED: {
    status: 403,
    type: "INVALID_REQUEST",
    message: "the page's own Content-Security-Policy does not let Link be shown",
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
  INVALID_USER_ID: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the user_id does not belong to a user of this client",
  },
  INVALID_USER_TOKEN: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the user_token does not belong to a user of this client",
  },
  INVALID_USER_IDENTITY_DATA: {
    status: 403,
    type: "USER_ERROR",
    message: "the identity cannot be that of a person",
  },
  INVALID_WEBHOOK_VERIFICATION_KEY_ID: {
    status: 400,
    type: "INVALID_INPUT",
    message: "no key has this key_id",
  },
  TOO_MANY_VERIFICATION_ATTEMPTS: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the amounts were wrong three times; the account has to be linked again",
    display: "These amounts can no longer be confirmed. Please connect the account again.",
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
  INVALID_ACCOUNT_SESSION: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the session on the account site is over; open it again",
  },
  INVALID_DASHBOARD_SESSION: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the session on the Dashboard is over; sign in again",
  },
  STALE_DASHBOARD_SESSION: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the session's sign-in is more than ten minutes old; sign in again",
  },
  STALE_FIELD: {
    status: 400,
    type: "INVALID_INPUT",
    message: "a field has changed since it was read; read it again",
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
  INVALID_ONE_TIME_ADDRESS: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the one-time address was used, is expired or unknown",
  },
  INVALID_OTP: {
    status: 400,
    type: "INVALID_INPUT",
    message: "the code is wrong, expired, or was tried too often",
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
  INVALID_FILE: {
    status: 400,
    type: "INVALID_REQUEST",
    message: "the file cannot be read",
    display: "We could not read this file.",
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
} as const satisfies Record<string, ErrorRow>;
