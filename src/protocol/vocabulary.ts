/**
 * The closed sets of words both sides agree on. Constants and types only: this file is bundled into
 * the page and the frame, so nothing here may import anything.
 */

/** The environments; a server has exactly one. */
export const ENVIRONMENTS = ["sandbox", "development", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The products of Link. */
export const LINK_PRODUCTS = [
  "transactions",
  "auth",
  "identity",
  "income",
  "assets",
  "liabilities",
  "investments",
  "statements",
] as const;
export type LinkProduct = (typeof LINK_PRODUCTS)[number];

/** The products of consumer reports, which are about a user rather than an Item. */
export const REPORT_PRODUCTS = [
  "cra_base_report",
  "cra_income_insights",
  "cra_network_insights",
  "cra_cashflow_insights",
] as const;
export type ReportProduct = (typeof REPORT_PRODUCTS)[number];

/** The permissible purposes of a consumer report. */
export const PERMISSIBLE_PURPOSES = [
  "ACCOUNT_REVIEW_CREDIT",
  "ACCOUNT_REVIEW_NON_CREDIT",
  "EXTENSION_OF_CREDIT",
  "LEGITIMATE_BUSINESS_NEED_TENANT_SCREENING",
  "LEGITIMATE_BUSINESS_NEED_OTHER",
  "WRITTEN_INSTRUCTION_PREQUALIFICATION",
  "WRITTEN_INSTRUCTION_OTHER",
] as const;
export type PermissiblePurpose = (typeof PERMISSIBLE_PURPOSES)[number];

/**
 * The products of an institution: every Link product, and balance, which comes with any of them.
 */
export const PRODUCTS = [...LINK_PRODUCTS, "balance"] as const;
export type Product = (typeof PRODUCTS)[number];

/** The products that a user consents to share with an application. */
export const CONSENTED_PRODUCTS = [...PRODUCTS, ...REPORT_PRODUCTS] as const;
export type ConsentedProduct = (typeof CONSENTED_PRODUCTS)[number];

/** The countries whose institutions are served, ISO 3166-1 alpha-2. */
export const COUNTRY_CODES = [
  "US",
  "CA",
  "GB",
  "IE",
  "FR",
  "DE",
  "ES",
  "IT",
  "NL",
  "BE",
  "PT",
  "AT",
  "FI",
  "SE",
  "DK",
  "PL",
  "NO",
  "EE",
  "LT",
  "LV",
] as const;
export type CountryCode = (typeof COUNTRY_CODES)[number];

/** The countries whose law does not require consent before data is read. */
const WITHOUT_CONSENT: readonly CountryCode[] = ["US", "CA"];

/** Whether consent is required first in a country: in the European ones. */
export const asksConsent = (country: CountryCode): boolean => !WITHOUT_CONSENT.includes(country);

/** The languages Link speaks; each has a folder in `src/i18n`. */
export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The default language. */
export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

/** The entry for a file from a bank in the list of institutions. */
export const FILES_INSTITUTION_ID = "ins_909999";

/** The screens a user can be on; the machine's states carry them as their tag. */
export const VIEW_NAMES = [
  "CONNECTED",
  "CONSENT",
  "CREDENTIAL",
  "ERROR",
  "EXIT",
  "LOADING",
  "MFA",
  "OAUTH",
  "RECAPTCHA",
  "SELECT_ACCOUNT",
  "SELECT_INSTITUTION",
] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The events `onEvent` delivers. */
export const EVENT_NAMES = [
  "CLOSE_OAUTH",
  "ERROR",
  "EXIT",
  "FAIL_OAUTH",
  "HANDOFF",
  "OPEN",
  "OPEN_MY_SERVICE",
  "OPEN_OAUTH",
  "SEARCH_INSTITUTION",
  "SELECT_INSTITUTION",
  "SUBMIT_CREDENTIALS",
  "SUBMIT_MFA",
  "TRANSITION_VIEW",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Whether the user picks accounts: not at all, one, any, or any with all ticked first. */
export const ACCOUNT_SELECTIONS = ["disabled", "one", "several", "all"] as const;
export type AccountSelection = (typeof ACCOUNT_SELECTIONS)[number];

/** The theme of Link; `auto` follows the user's device. */
export const THEMES = ["light", "dark", "auto"] as const;
export type Theme = (typeof THEMES)[number];

/** The state of verification that an account number belongs to the user. */
export const VERIFICATION_STATUSES = [
  "pending_automatic_verification",
  "pending_manual_verification",
  "automatically_verified",
  "manually_verified",
  "verification_expired",
  "verification_failed",
] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** The shapes of a bank's drawn logo, all our own designs. */
export const BANK_SHAPES = [
  "arch",
  "bloom",
  "crest",
  "drop",
  "hill",
  "knot",
  "leaf",
  "tide",
] as const;

/** The shapes of drawn logos: of banks, of a file, and of account numbers on a slip. */
export const LOGO_SHAPES = [...BANK_SHAPES, "sheet", "slip"] as const;
export type LogoShape = (typeof LOGO_SHAPES)[number];

/** Account types, and the subtypes each has. */
export const ACCOUNT_SUBTYPES = {
  depository: ["checking", "savings", "cd", "money market", "other"],
  credit: ["credit card", "other"],
  loan: ["mortgage", "student", "auto", "other"],
  investment: ["401k", "brokerage", "ira", "other"],
  other: ["other"],
} as const;
export type AccountType = keyof typeof ACCOUNT_SUBTYPES;
export type AccountSubtype = (typeof ACCOUNT_SUBTYPES)[AccountType][number];
