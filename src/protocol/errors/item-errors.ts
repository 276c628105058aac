import type { ErrorRow } from "./error-row.ts";

/** Errors of an Item: its login, its accounts, its products. */
export const ITEM_ERRORS = {
  ACCESS_NOT_GRANTED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the user did not let the institution share the data that the product needs",
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
  NO_INVESTMENT_ACCOUNTS: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the Item has no investment account",
  },
  NO_LIABILITY_ACCOUNTS: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the Item has no card, mortgage or student loan",
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
    message: "the user did not respond to the institution in time",
    display: "That took too long. Please sign in again.",
  },
  USER_SETUP_REQUIRED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the user has to finish something at the institution first",
    display: "Your institution asks you to sign in on its own site first.",
  },
} as const satisfies Record<string, ErrorRow>;

/** Errors of institutions. */
export const INSTITUTION_ERRORS = {
  INSTITUTION_DOWN: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution is down or in maintenance",
    display: "This institution is not available right now.",
  },
  INSTITUTION_NOT_RESPONDING: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution did not respond in time",
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
    message: "the institution's response is not understood",
    display: "We do not understand this institution's response.",
  },
} as const satisfies Record<string, ErrorRow>;

/** Errors of signing in at an institution's own site. */
export const OAUTH_ERRORS = {
  INCORRECT_LINK_TOKEN: {
    status: 400,
    type: "OAUTH_ERROR",
    message: "the oauth_state_id belongs to another link_token",
  },
  OAUTH_CODE_EXPIRED: {
    status: 400,
    type: "OAUTH_ERROR",
    message: "the institution's authorization code has expired, or was used before",
    display: "Coming back from your institution took too long. Please go there again.",
  },
  OAUTH_ISSUER_MISMATCH: {
    status: 400,
    type: "OAUTH_ERROR",
    message: "the answer to the authorization request came from another issuer",
    display: "The answer did not come from your institution, so we stopped. Please go there again.",
  },
  OAUTH_LOGIN_MISMATCH: {
    status: 400,
    type: "OAUTH_ERROR",
    message: "the user signed in as somebody else, or shared other accounts, than the Item has",
    display:
      "You signed in as somebody else or chose other accounts than before. Please go back and choose those.",
  },
  OAUTH_POPUP_BLOCKED: {
    status: 400,
    type: "OAUTH_ERROR",
    message: "the browser opened no window, and the link_token has no redirect_uri to return to",
    display: "Your browser blocked the window. Please allow pop-ups for this page.",
  },
  // The status is 208 in similar services, which HTTP defines as a success.
  OAUTH_STATE_ID_ALREADY_PROCESSED: {
    status: 400,
    type: "OAUTH_ERROR",
    message: "the oauth_state_id was used before",
  },
  OAUTH_STATE_ID_NOT_FOUND: {
    status: 404,
    type: "OAUTH_ERROR",
    message: "the oauth_state_id is not known",
  },
  OAUTH_USER_CANCELLED: {
    status: 400,
    type: "OAUTH_ERROR",
    message: "the user cancelled at the institution, did not agree or may not share there",
    display: "You did not agree at your institution, so nothing was connected.",
  },
} as const satisfies Record<string, ErrorRow>;
