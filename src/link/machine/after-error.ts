import type { ErrorCode, LinkError } from "../../protocol/errors.ts";
import { list, memory } from "./move.ts";
import type { LoginForm, Memory, Retry, Shown, State, Way } from "./states.ts";
import { consent, credential, mfa, recaptcha } from "./steps.ts";

/** After these the form is shown again: something in it can be mended. */
const MEND_THE_FORM: ErrorCode[] = [
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
const TRY_AGAIN: ErrorCode[] = ["LINK_UNREACHABLE", "PLANNED_MAINTENANCE", "RATE_LIMIT"];

/** What has to be done at the institution's own site, and may go well then. */
const AT_THE_INSTITUTION: ErrorCode[] = [
  "ITEM_LOCKED",
  "PASSWORD_RESET_REQUIRED",
  "USER_SETUP_REQUIRED",
];

/** Whether an error is the end of the session: whatever is tried next, it will be the same. */
export const isEnd = ({ error_code }: LinkError): boolean => LEAVE.includes(error_code);

/** The error after which there is nothing but to leave. */
export const ended = (
  from: Memory,
  { institution }: LoginForm,
  error: LinkError,
): Shown<"ERROR"> => ({
  ...memory(from),
  lastError: error,
  view: "ERROR",
  institution,
  error,
  way: { to: "leave" },
  url: null,
});

/** Where a refusal leads: to the form it answers, or to a view of its own with a way on. */
export const refused = (state: Shown<"LOADING">, error: LinkError): State => {
  const { error_code: code } = error;
  const kept: Memory = { ...memory(state), lastError: error };
  if (state.task === "credentials" || state.task === "mfa") {
    if (code === "RECAPTCHA_REQUIRED") return recaptcha(kept, state.form, state.held);
    if (code === "RECAPTCHA_BAD") return recaptcha(kept, state.form, state.held, error);
    if (MEND_THE_FORM.includes(code)) return credential(kept, state.form, error);
  }
  if (state.task === "mfa" && code === "INVALID_MFA")
    return mfa(kept, state.form, state.challenge, error);
  const { institution } = state;
  // Without an institution there is no list yet: the token was no good, and the session says so.
  if (!institution) return list(kept);
  const url = "form" in state && AT_THE_INSTITUTION.includes(code) ? state.form.url : null;
  return { ...kept, view: "ERROR", institution, error, way: wayOn(state, code, kept), url };
};

function wayOn(state: Shown<"LOADING">, code: ErrorCode, kept: Memory): Way {
  if (LEAVE.includes(code)) return { to: "leave" };
  const retry = retryOf(state, kept);
  const mayHelp = state.update || [...TRY_AGAIN, ...AT_THE_INSTITUTION].includes(code);
  if (retry && mayHelp) return { to: "again", state: retry };
  return { to: state.update ? "leave" : "list" };
}

function retryOf(state: Shown<"LOADING">, kept: Memory): Retry | null {
  switch (state.task) {
    case "start":
    case "institution":
      return null;
    case "consent":
      return consent(kept, state.form);
    case "credentials":
      return credential(kept, state.form);
    case "mfa":
      return mfa(kept, state.form, state.challenge);
    case "accounts": {
      const { form, selection, chosen } = state;
      return { ...kept, view: "SELECT_ACCOUNT", form, selection, chosen };
    }
  }
}
