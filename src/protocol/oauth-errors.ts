import type { ErrorRow } from "./error-row.ts";

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
