import type { ErrorCode } from "./error-code.ts";

// The declarations of the package. Written out, since a page compiles them without our dependencies;
// `types.test.ts` checks that they equal the protocol.

/** The products of Link. */
export type Product =
  | "transactions"
  | "auth"
  | "identity"
  | "income"
  | "assets"
  | "liabilities"
  | "investments"
  | "statements";

/** The environments of a server. */
export type Environment = "sandbox" | "development" | "production";

/** The countries whose institutions are served, ISO 3166-1 alpha-2. */
export type CountryCode =
  | "US"
  | "CA"
  | "GB"
  | "IE"
  | "FR"
  | "DE"
  | "ES"
  | "IT"
  | "NL"
  | "BE"
  | "PT"
  | "AT"
  | "FI"
  | "SE"
  | "DK"
  | "PL"
  | "NO"
  | "EE"
  | "LT"
  | "LV";

import type { ExitStatus as KnownExitStatus } from "../protocol/exit-status.ts";
import type { MfaType as KnownMfaType } from "../protocol/link/mfa-kinds.ts";

/** The progress of a user who left without connecting; others may be added. */
export type ExitStatus = KnownExitStatus | (string & {});

/** The kinds of MFA; others may be added. */
export type MfaType = KnownMfaType | (string & {});

export type { Language } from "../protocol/vocabulary.ts";

/** The theme of Link; `auto` follows the user's device. */
export type Theme = "light" | "dark" | "auto";

/** The look of Link in one session. */
export type ThemeOptions = {
  /** Default: the client's, or `auto`. */
  mode?: Theme | undefined;
  /** `#rgb` or `#rrggbb`; the server changes its lightness until it can be read. */
  accent?: string | undefined;
  /** The radius of buttons and fields, 0 to 26 pixels. */
  radius?: number | undefined;
  /** A font family on the user's device, such as `Georgia`. */
  font?: string | undefined;
  /** A PNG of at most 16 KB as `data:image/png;base64,…`; false hides the client's. */
  logo?: string | false | undefined;
};

/** Whether the user picks accounts: not at all, one, any, or any with all ticked first. */
export type AccountSelection = "disabled" | "one" | "several" | "all";

/** The views a user can be on; others may be added. */
export type ViewName =
  | "CONNECTED"
  | "CONSENT"
  | "CREDENTIAL"
  | "ERROR"
  | "EXIT"
  | "LOADING"
  | "MFA"
  | "OAUTH"
  | "RECAPTCHA"
  | "SELECT_ACCOUNT"
  | "SELECT_INSTITUTION"
  | (string & {});

/** The kinds of error; others may be added. */
export type ErrorType =
  | "API_ERROR"
  | "ASSET_REPORT_ERROR"
  | "CHECK_REPORT_ERROR"
  | "CONSUMER_REPORT_ERROR"
  | "INSTITUTION_ERROR"
  | "INVALID_INPUT"
  | "INVALID_REQUEST"
  | "INVALID_RESULT"
  | "ITEM_ERROR"
  | "OAUTH_ERROR"
  | "RATE_LIMIT_EXCEEDED"
  | "RECAPTCHA_ERROR"
  | "SANDBOX_ERROR"
  | "TRANSACTIONS_ERROR"
  | "USER_ERROR"
  | (string & {});

/** The reason why Link could not be shown, or the last error in it. */
export type LinkError = {
  error_type: ErrorType;
  error_code: ErrorCode;
  /** For a developer. */
  error_message: string;
  /** For the user; null if they can do nothing about it. */
  display_message: string | null;
};

/** The kinds of accounts; others may be added. */
export type AccountType = "depository" | "credit" | "loan" | "investment" | "other" | (string & {});

/** The kinds within those; others may be added. */
export type AccountSubtype =
  | "checking"
  | "savings"
  | "cd"
  | "money market"
  | "credit card"
  | "mortgage"
  | "student"
  | "auto"
  | "401k"
  | "brokerage"
  | "ira"
  | "other"
  | (string & {});

/** The state of verification that an account number belongs to the user; others may be added. */
export type VerificationStatus =
  | "pending_automatic_verification"
  | "pending_manual_verification"
  | "automatically_verified"
  | "manually_verified"
  | "verification_expired"
  | "verification_failed"
  | (string & {});

/** An account that the user shares. `mask` is the last 2 to 4 characters of its number. */
export type LinkAccount = {
  id: string;
  name: string;
  mask: string | null;
  type: AccountType;
  subtype: AccountSubtype | null;
  /** Present only if all Auth features are on; null if the institution itself gave the numbers. */
  verification_status?: VerificationStatus | null | undefined;
};

/** The institution of a callback; both fields are null until the user has chosen one. */
export type LinkInstitution = { name: string | null; institution_id: string | null };

/** The second argument of `onSuccess`. */
export type SuccessMetadata = {
  link_session_id: string;
  institution: LinkInstitution;
  /** Present only if the Select Account view is enabled. */
  accounts?: LinkAccount[];
};

/** The second argument of `onExit`; always present, with some values null. */
export type ExitMetadata = {
  link_session_id: string | null;
  request_id: string | null;
  institution: LinkInstitution | null;
  status: ExitStatus | null;
};
