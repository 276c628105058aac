import type { ErrorCode, LinkError } from "../../protocol/errors.ts";
import { contextOf, institutionList } from "./first-states.ts";
import { consent, credential, formBehind, institutionOf, mfa, recaptcha } from "./form-states.ts";
import type { Retry, SharedContext, ViewState } from "./states.ts";

/** After these the form is shown again: something in it can be corrected. */
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

/** After these nothing more can be done in this session. */
const LEAVE: ErrorCode[] = [
  "INVALID_LINK_SESSION",
  "INVALID_LINK_TOKEN",
  "INVALID_SEND_METHOD",
  "TOO_MANY_VERIFICATION_ATTEMPTS",
];

/** After these the same may go well a moment later. */
const TRY_AGAIN: ErrorCode[] = [
  "INSTITUTION_NOT_RESPONDING",
  "INTERNAL_SERVER_ERROR",
  "LINK_UNREACHABLE",
  "PLANNED_MAINTENANCE",
  "RATE_LIMIT",
  "SERVICE_UNAVAILABLE",
];

/** What has to be done at the institution's own site, and may go well then. */
const AT_THE_INSTITUTION: ErrorCode[] = [
  "ITEM_LOCKED",
  "PASSWORD_RESET_REQUIRED",
  "USER_SETUP_REQUIRED",
];

/** The states in which the bridge is asked for something. */
type Waiting = ViewState<"LOADING" | "OAUTH.waiting" | "RECAPTCHA.solving">;

/** Whether an error is the end of the session: whatever is tried next, it will be the same. */
export const isEnd = ({ error_code }: LinkError): boolean => LEAVE.includes(error_code);

/** Where a refusal leads: to the form that it answers, or to an error with a way on. */
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
  // Without an institution there is no list yet: the token was no good, and the session says so.
  if (!institution) return institutionList(context);
  const url = "form" in state && AT_THE_INSTITUTION.includes(code) ? state.form.url : null;
  const failure = { ...context, institution, error, url };
  if (isEnd(error)) return { ...failure, name: "ERROR.leave" };
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
