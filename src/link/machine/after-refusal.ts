import type { ErrorCode, LinkError } from "../../protocol/errors.ts";
import { contextOf, institutionList } from "./first-states.ts";
import { consent, credential, formBehind, institutionOf, mfa, recaptcha } from "./form-states.ts";
import type { Retry, SharedContext, ViewState } from "./states.ts";

/** Errors after which the form is shown again: the user can correct it. */
const CORRECT_THE_FORM: ErrorCode[] = [
  "INVALID_CREDENTIALS",
  "INVALID_UPDATED_USERNAME",
  "INVALID_ACCOUNT_NUMBER",
  "INCORRECT_DEPOSIT_VERIFICATION",
  "USER_INPUT_TIMEOUT",
  "ITEM_LOGIN_REQUIRED",
  "ACCESS_NOT_GRANTED",
  "INSUFFICIENT_CREDENTIALS",
  "INSTANT_MATCH_FAILED",
];

/** Errors that end the session. */
const LEAVE: ErrorCode[] = [
  "INVALID_LINK_SESSION",
  "INVALID_LINK_TOKEN",
  "INVALID_SEND_METHOD",
  "TOO_MANY_VERIFICATION_ATTEMPTS",
];

/** Errors after which the same attempt may succeed a moment later. */
const TRY_AGAIN: ErrorCode[] = [
  "INSTITUTION_NOT_RESPONDING",
  "INTERNAL_SERVER_ERROR",
  "LINK_UNREACHABLE",
  "PLANNED_MAINTENANCE",
  "RATE_LIMIT",
  "SERVICE_UNAVAILABLE",
];

/** Errors that the user can solve at the institution's own site. */
const AT_THE_INSTITUTION: ErrorCode[] = [
  "ITEM_LOCKED",
  "PASSWORD_RESET_REQUIRED",
  "USER_SETUP_REQUIRED",
];

/** The states that wait for a response of the bridge. */
type Waiting = ViewState<"LOADING" | "MFA" | "OAUTH.waiting" | "RECAPTCHA.solving">;

/** Returns whether an error ends the session. */
export const isEnd = ({ error_code }: LinkError): boolean => LEAVE.includes(error_code);

/** Returns the state after a refusal: the form that it is about, or an error view with a next step. */
export const afterRefusal = (state: Waiting, error: LinkError): ViewState => {
  const { error_code: code } = error;
  const context: SharedContext = { ...contextOf(state), lastError: error };
  if (state.name === "LOADING.credentials" || state.name === "LOADING.mfa") {
    if (code === "RECAPTCHA_REQUIRED" || code === "RECAPTCHA_BAD") {
      const refusal = code === "RECAPTCHA_BAD" ? error : null;
      return recaptcha(context, state.form, submissionIn(state), refusal);
    }
    if (CORRECT_THE_FORM.includes(code)) return credential(context, state.form, error);
  }
  if (
    state.name === "OAUTH.waiting" &&
    (code.startsWith("OAUTH_") || CORRECT_THE_FORM.includes(code))
  )
    return credential(context, state.form, error);
  if (state.name === "LOADING.mfa" && code === "INVALID_MFA")
    return mfa(context, state.form, state.challenge, error);
  const institution = institutionOf(state);
  // Without an institution there is no list yet: the link token was refused, and the session says so.
  if (!institution) return institutionList(context);
  const url = "form" in state && AT_THE_INSTITUTION.includes(code) ? state.form.url : null;
  const failure = { ...context, institution, error, url };
  if (isEnd(error)) return { ...failure, name: "ERROR.leave" };
  if (state.name === "MFA") return mfa(context, state.form, state.challenge, error);
  if (state.name === "RECAPTCHA.solving")
    return recaptcha(context, state.form, state.submission, error);
  const retry = retryOf(state, context);
  if (retry && (state.update || [...TRY_AGAIN, ...AT_THE_INSTITUTION].includes(code)))
    return { ...failure, name: "ERROR.retry", retry };
  return { ...failure, name: state.update ? "ERROR.leave" : "ERROR.list" };
};

function submissionIn(state: ViewState<"LOADING.credentials" | "LOADING.mfa">) {
  return state.name === "LOADING.mfa"
    ? { challenge: state.challenge, answers: state.answers }
    : { credentials: state.credentials };
}

function retryOf(
  state: ViewState<"LOADING" | "OAUTH.waiting">,
  context: SharedContext,
): Retry | null {
  switch (state.name) {
    case "LOADING.start":
      return null;
    case "LOADING.institution":
      return { ...state, ...context };
    case "LOADING.consent":
      return consent(context, state.form);
    case "OAUTH.waiting":
      return credential(context, state.form);
    case "LOADING.credentials":
    case "LOADING.mfa":
      return formBehind(context, state.form, state);
    case "LOADING.accounts": {
      const { form, selection, accountIds } = state;
      return { ...context, name: "SELECT_ACCOUNT", form, selection, accountIds };
    }
  }
}
