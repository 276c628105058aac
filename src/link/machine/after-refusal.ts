import { helpFor } from "../../protocol/errors/error-help.ts";
import type { LinkError } from "../../protocol/errors/errors.ts";
import { institutionList, pickContext } from "./first-states.ts";
import { consent, credential, findInstitution, formBehind, mfa, recaptcha } from "./form-states.ts";
import type { Retry, SharedContext, Trace, ViewState } from "./states.ts";

/** The states that wait for a response of the bridge. */
type Waiting = ViewState<"LOADING" | "MFA" | "OAUTH.waiting" | "RECAPTCHA.solving">;

/** Returns whether an error ends the session. */
export const isEnd = ({ error_code }: LinkError): boolean => helpFor(error_code) === "close";

/** Returns the state after a refusal: the refused form, or an error view with a next step. */
export const afterRefusal = (state: Waiting, error: LinkError, trace?: Trace): ViewState => {
  const help = helpFor(error.error_code);
  const context: SharedContext = { ...pickContext(state), lastError: error };
  if (state.name === "LOADING.credentials" || state.name === "LOADING.mfa") {
    if (help === "captcha") {
      const refusal = error.error_code === "RECAPTCHA_BAD" ? error : null;
      return recaptcha(context, state.form, submissionIn(state), refusal);
    }
    if (help === "form") return credential(context, state.form, error);
  }
  if (state.name === "OAUTH.waiting" && (help === "sign-in" || help === "form"))
    return credential(context, state.form, error);
  if (state.name === "LOADING.mfa" && help === "answer")
    return mfa(context, state.form, state.challenge, error);
  const institution = findInstitution(state);
  // Without an institution there is no list yet. The session reports the refused link token.
  if (!institution) return institutionList(context);
  const url = "form" in state && help === "bank" ? state.form.url : null;
  const failure = { ...context, institution, error, url, ...(trace && { trace }) };
  if (help === "close") return { ...failure, name: "ERROR.leave" };
  if (state.name === "MFA") return mfa(context, state.form, state.challenge, error);
  if (state.name === "RECAPTCHA.solving")
    return recaptcha(context, state.form, state.submission, error);
  const retry = retryOf(state, context);
  if (retry && (state.update || help === "again" || help === "bank"))
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
