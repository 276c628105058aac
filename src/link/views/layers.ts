import { formBehind } from "../machine/form-states.ts";
import type { ViewState } from "../machine/states.ts";

/**
 * Returns the state and the hidden layers beneath it, lowest first. A form that the user may return
 * to stays hidden in the page, with its input; no state fills a form. A state has a submission only
 * while it is sent (LOADING) or waits for a captcha (RECAPTCHA).
 */
export const layers = (state: ViewState): ViewState[] => {
  const under = beneath(state);
  return under ? [...layers(under), state] : [state];
};

function beneath(state: ViewState): ViewState | null {
  switch (state.name) {
    case "EXIT":
      return state.from;
    case "ERROR.retry":
      return state.retry.name === "LOADING.institution" ? null : state.retry;
    case "RECAPTCHA.idle":
    case "RECAPTCHA.solving":
      return formBehind(state, state.form, state.submission);
    case "LOADING.credentials":
    case "LOADING.mfa":
      return formBehind(state, state.form, state);
    default:
      return null;
  }
}
