import type { ErrorCode } from "./errors.ts";

const LATER = "Try again later. If it keeps happening, ask the server's operator.";
const ELSEWHERE = "Let the user choose another institution.";
const UPDATE_MODE = "Open Link in update mode with a public_token or link_token of this Item.";
const AGAIN = "Nothing: Link lets the user try again.";
const SLOWER = "Wait for as long as the Retry-After header says, then call again.";
const LOOK = "Correct the request as the error_message says.";

/** The advice to developers about each error; shown in the reference, never in a response. */
export const ERROR_ADVICE: { readonly [Code in ErrorCode]: string } = {
  PLANNED_MAINTENANCE: LATER,
  SERVICE_UNAVAILABLE:
    "Try again after the seconds in Retry-After. If it keeps happening, ask the server's operator.",
  INTERNAL_SERVER_ERROR:
    "Try again. If it keeps happening, look up the request_id in the server's log.",
  LINK_BLOCKED: "Add the origin of Link to the directive that the message names.",
  LINK_UNREACHABLE: "Check that the page can reach the server that serves Link.",

  ASSET_REPORT_GENERATION_FAILED: "Create another Asset Report.",
  ASSET_REPORT_NOT_READY:
    "Wait for the ASSETS PRODUCT_READY webhook, or ask again in a few seconds.",
  DATA_UNAVAILABLE: "Look at `causes`, fix these Items, and create another Asset Report.",
  INVALID_PARENT:
    "Start from an Asset Report that /asset_report/get returns, or create another one.",

  CHECK_REPORT_DATA_UNAVAILABLE: "Look at `causes`, fix these Items, and create another report.",
  CHECK_REPORT_NO_ACCOUNTS: "Let the user link accounts, and create another report.",
  CONSUMER_REPORT_EXPIRED: "Create another report by /cra/check_report/create.",
  CONSUMER_REPORT_NOT_FOUND: "Create a report by /cra/check_report/create.",
  CONSUMER_REPORT_NOT_READY: "Wait for the CHECK_REPORT webhook, or ask again in a few seconds.",
  INSUFFICIENT_TRANSACTION_DATA:
    "Let the user link an account with a longer history, or require fewer days.",

  INSTITUTION_DOWN:
    "Try again later; /institutions/get_by_id with include_status tells its status.",
  INSTITUTION_NOT_RESPONDING: "Try again in a few minutes.",
  INSTITUTION_NO_LONGER_SUPPORTED: ELSEWHERE,
  INSTITUTION_NOT_AVAILABLE: "Try again later, or let the user choose another institution.",
  INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT: "Use an environment that reaches the institution.",
  INSTITUTION_REGISTRATION_REQUIRED: "Ask the server's operator to register with the institution.",
  UNAUTHORIZED_INSTITUTION: "Ask the server's operator to enable the institution.",
  UNSUPPORTED_RESPONSE: LATER,

  ADDITIONAL_CONSENT_REQUIRED: UPDATE_MODE,
  INCORRECT_DEPOSIT_VERIFICATION:
    "Let the user look at their statement and try again, three times at most.",
  INVALID_AUDIT_COPY_TOKEN: "Create another audit copy.",
  INVALID_ASSET_REPORT_TOKEN: "Use the token that /asset_report/create returned.",
  INVALID_LINK_TOKEN: "Create another link_token, and open Link with it.",
  INVALID_PROCESSOR_TOKEN: "Ask the application for another processor_token.",
  INVALID_USER_ID:
    "Use the user_id from /user/create; for a user of the legacy API, the user_token.",
  INVALID_USER_TOKEN:
    "Use the user_token of a user of the legacy API; send any other user's id as user_id.",
  INVALID_USER_IDENTITY_DATA: "Correct the user's identity as the error_message says.",
  INVALID_WEBHOOK_VERIFICATION_KEY_ID:
    "Take the key_id from the webhook's own signature; treat the webhook as forged.",
  TOO_MANY_VERIFICATION_ATTEMPTS: "Link the account again.",
  UNAUTHORIZED_ROUTE_ACCESS:
    "Ask the server's operator to enable the path for the client, or use a secret that is not restricted.",
  USER_PERMISSION_REVOKED: "Remove the Item. If the user comes back, they link a new one.",
  INVALID_ACCESS_TOKEN:
    "Use the access_token that the exchange returned, or the one that replaced it, with the same client's keys.",
  INVALID_ACCOUNT_ID: "Use an account_id that /accounts/get returns for this Item.",
  INVALID_API_KEYS: "Check client_id and secret; the command `npx service-link keys` shows them.",
  INVALID_ACCOUNT_SESSION:
    "Open the account site again, from Link or by a mail. A session ends after half an hour without requests.",
  INVALID_DASHBOARD_SESSION:
    "Sign in again. A session ends after an hour without requests, and when the secret changes.",
  STALE_DASHBOARD_SESSION: "Sign in to the Dashboard again, and repeat the call.",
  STALE_FIELD: "Read the new value, and save again to replace it.",
  INVALID_INSTITUTION: "Use an institution_id that /institutions/get returns.",
  INVALID_LINK_SESSION: "Open Link again.",
  INVALID_ONE_TIME_ADDRESS: "Open the account site from Link again, or have another mail sent.",
  INVALID_OTP: "Type the code of the last mail, or have another one sent.",
  INVALID_ORIGIN:
    "Register the page's origin on the Dashboard, or by the command `npx service-link keys --allow-origin https://shop.example`.",
  INVALID_PRODUCT:
    "Ask for products that are available to the client, in the country and at the institution.",
  INVALID_PUBLIC_KEY: "Use the public_key that the command `npx service-link keys` shows.",
  INVALID_PUBLIC_TOKEN:
    "Open Link again, and exchange its public_token once and within 30 minutes.",
  UNAUTHORIZED_ENVIRONMENT: "Use the server of that environment, or keys and tokens of this one.",

  NO_LONGER_AVAILABLE: "Use the path that replaced it, or an older Service-Version.",
  INVALID_ACCOUNT_NUMBER: AGAIN,
  INCOMPATIBLE_API_VERSION: "Send client_id and secret, or an older Service-Version.",
  INVALID_BODY: "Send a JSON object with Content-Type: application/json.",
  INVALID_CONFIGURATION: LOOK,
  INVALID_FIELD: LOOK,
  INVALID_FILE: LOOK,
  INVALID_HEADERS: LOOK,
  METHOD_NOT_ALLOWED: "Send a POST.",
  MISSING_FIELDS: LOOK,
  NOT_FOUND: "Check the path; /openapi.json has all of them.",
  SANDBOX_ONLY: "Use a server whose environment is sandbox.",
  UNKNOWN_FIELDS: LOOK,

  ACCESS_NOT_GRANTED: "Let the user link again and allow the data that the product needs.",
  INSTANT_MATCH_FAILED: AGAIN,
  INSUFFICIENT_CREDENTIALS: AGAIN,
  INVALID_SEND_METHOD: "Let the user start again and choose another way to get a code.",
  INVALID_UPDATED_USERNAME: "Let the user sign in as before, or link a new Item.",
  ITEM_LOGIN_REQUIRED: UPDATE_MODE,
  NO_AUTH_ACCOUNTS: "Let the user link an account that has account numbers.",
  NO_LIABILITY_ACCOUNTS: "Let the user link a card, a mortgage or a student loan.",
  NO_INVESTMENT_ACCOUNTS: "Let the user link an investment account.",
  PASSWORD_RESET_REQUIRED: "Let the user set a new password at their institution, then link again.",
  PRODUCT_NOT_ENABLED: "Ask the server's operator to enable the product for the client.",
  PRODUCT_NOT_READY: "Wait for the product's webhook, or ask again in a few seconds.",
  INVALID_CREDENTIALS: AGAIN,
  INVALID_MFA: AGAIN,
  ITEM_LOCKED: "Let the user unlock their account at their institution, then link again.",
  ITEM_NOT_FOUND: "The Item is gone for good. Delete its tokens, and link a new one.",
  ITEM_NOT_SUPPORTED: ELSEWHERE,
  MFA_NOT_SUPPORTED: ELSEWHERE,
  NO_ACCOUNTS: ELSEWHERE,
  PRODUCTS_NOT_SUPPORTED:
    "Ask for products of the institution: /institutions/get_by_id names them.",
  USER_INPUT_TIMEOUT: AGAIN,
  USER_SETUP_REQUIRED:
    "Let the user sign in at their institution's own site once, then link again.",

  ACCOUNTS_LIMIT: SLOWER,
  ACCOUNTS_BALANCE_GET_LIMIT: SLOWER,
  ADDITION_LIMIT: "Remove Items you do not need, or move to Production.",
  AUTH_LIMIT: SLOWER,
  BALANCE_LIMIT: SLOWER,
  IDENTITY_LIMIT: SLOWER,
  INSTITUTION_RATE_LIMIT: SLOWER,
  INSTITUTIONS_GET_BY_ID_LIMIT: SLOWER,
  INSTITUTIONS_GET_LIMIT: SLOWER,
  INSTITUTIONS_SEARCH_LIMIT: SLOWER,
  ITEM_GET_LIMIT: SLOWER,
  RATE_LIMIT: SLOWER,
  TRANSACTIONS_LIMIT: SLOWER,

  INCORRECT_LINK_TOKEN: "Create Link with the link_token that the user set out with.",
  OAUTH_CODE_EXPIRED: AGAIN,
  OAUTH_ISSUER_MISMATCH:
    "Nothing: Link lets the user try again. If it keeps happening, ask the server's operator to check the institution's issuer.",
  OAUTH_LOGIN_MISMATCH: "Let the user sign in as before, or link a new Item.",
  OAUTH_POPUP_BLOCKED:
    "Give the link_token a redirect_uri, so that the user can leave the page and come back.",
  OAUTH_STATE_ID_ALREADY_PROCESSED:
    "Create Link without receivedRedirectUri; in the same browser the session goes on.",
  OAUTH_STATE_ID_NOT_FOUND:
    "Pass the whole address that the user came back to as receivedRedirectUri.",
  OAUTH_USER_CANCELLED: AGAIN,

  LAST_UPDATED_DATETIME_OUT_OF_RANGE:
    "Ask again with the time that the error_message names, or later without min_last_updated_datetime.",

  RECAPTCHA_BAD: AGAIN,
  RECAPTCHA_REQUIRED: "Nothing: Link shows the captcha.",

  SANDBOX_PRODUCT_NOT_ENABLED: "Link an Item with the product first.",
  SANDBOX_WEBHOOK_INVALID: "Fire a webhook that one of the Item's products has.",

  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION:
    "Start again from the cursor that this series of pages started with.",
};
