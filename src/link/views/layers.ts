import { formBehind } from "../machine/form-states.ts";
import type { ViewState } from "../machine/states.ts";

/**
 * Returns the state and the hidden layers beneath it, lowest first. A form that the user may come
 * back to stays in the page, hidden, with its input; it is never filled from a state. A state has a
 * submission only while that is being sent (LOADING), or waits for a captcha (RECAPTCHA) and is
 * sent again afterwards.
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
