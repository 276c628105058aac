import type { ErrorCode, UserFacingCode } from "./errors.ts";

/**
 * The help for a user after an error: to correct the form, to answer the challenge again, to solve a
 * captcha, to go to the institution's sign-in again, to try again, to put things right at the
 * institution's own site, to choose another institution, or to close Link.
 */
export type ErrorHelp =
  | "form"
  | "answer"
  | "captcha"
  | "sign-in"
  | "again"
  | "bank"
  | "another"
  | "close";

/**
 * The actions of Link's error view for each help with such a view, the most helpful action first.
 */
export const ERROR_ACTIONS = {
  again: ["again", "another"],
  bank: ["bank", "again", "another"],
  another: ["another"],
  close: ["close"],
} as const;

/** The codes that have a help, but no text for the user in the catalogue of errors. */
type OtherCode =
  | "LINK_UNREACHABLE"
  | "OAUTH_STATE_ID_ALREADY_PROCESSED"
  | "OAUTH_STATE_ID_NOT_FOUND"
  | "RECAPTCHA_REQUIRED"
  | "SERVICE_UNAVAILABLE";

/** The help for each error that a user may meet in Link. docs/errors.md lists it. */
export const ERROR_HELP: Record<UserFacingCode | OtherCode, ErrorHelp> = {
  INTERNAL_SERVER_ERROR: "again",
  LINK_UNREACHABLE: "again",
  PLANNED_MAINTENANCE: "again",
  RATE_LIMIT: "again",
  SERVICE_UNAVAILABLE: "again",

  INSTITUTION_DOWN: "another",
  INSTITUTION_NOT_AVAILABLE: "another",
  INSTITUTION_NOT_RESPONDING: "again",
  INSTITUTION_NO_LONGER_SUPPORTED: "another",
  INSTITUTION_RATE_LIMIT: "again",
  UNSUPPORTED_RESPONSE: "another",

  INVALID_LINK_SESSION: "close",
  INVALID_LINK_TOKEN: "close",

  ACCESS_NOT_GRANTED: "form",
  INSTANT_MATCH_FAILED: "form",
  INSUFFICIENT_CREDENTIALS: "form",
  INVALID_CREDENTIALS: "form",
  INVALID_MFA: "answer",
  INVALID_SEND_METHOD: "close",
  INVALID_UPDATED_USERNAME: "form",
  ITEM_LOCKED: "bank",
  ITEM_LOGIN_REQUIRED: "form",
  ITEM_NOT_SUPPORTED: "another",
  MFA_NOT_SUPPORTED: "another",
  NO_ACCOUNTS: "another",
  PASSWORD_RESET_REQUIRED: "bank",
  USER_INPUT_TIMEOUT: "form",
  USER_SETUP_REQUIRED: "bank",

  OAUTH_CODE_EXPIRED: "sign-in",
  OAUTH_ISSUER_MISMATCH: "sign-in",
  OAUTH_LOGIN_MISMATCH: "sign-in",
  OAUTH_POPUP_BLOCKED: "sign-in",
  OAUTH_STATE_ID_ALREADY_PROCESSED: "sign-in",
  OAUTH_STATE_ID_NOT_FOUND: "sign-in",
  OAUTH_USER_CANCELLED: "sign-in",

  INCORRECT_DEPOSIT_VERIFICATION: "form",
  INVALID_FILE: "form",
  INVALID_ACCOUNT_NUMBER: "form",
  TOO_MANY_VERIFICATION_ATTEMPTS: "close",

  RECAPTCHA_BAD: "captcha",
  RECAPTCHA_REQUIRED: "captcha",
};

/**
 * Returns the help for an error: another institution, if the error has no row because no user
 * should meet it.
 */
export const helpFor = (code: ErrorCode): ErrorHelp =>
  (ERROR_HELP as { [C in ErrorCode]?: ErrorHelp })[code] ?? "another";
