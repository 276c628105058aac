import { memory } from "../machine/move.ts";
import type { Held, LoginForm, Shown } from "../machine/states.ts";

/**
 * The state and what waits unseen beneath it, lowest first. What the user typed lives in the page's
 * fields and nowhere else, so a form they may come back to stays there, hidden, in the meantime.
 */
export const layers = (state: Shown): Shown[] => {
  const under = beneath(state);
  return under ? [...layers(under), state] : [state];
};

function beneath(state: Shown): Shown | null {
  switch (state.view) {
    case "EXIT":
      return state.from;
    case "ERROR":
      return state.way.to === "again" ? state.way.state : null;
    case "RECAPTCHA":
      return filledIn(state, state.form, state.held);
    case "LOADING":
      return "held" in state ? filledIn(state, state.form, state.held) : null;
    default:
      return null;
  }
}

/** The form that something was entered into. */
function filledIn(state: Shown, form: LoginForm, held: Held): Shown {
  const kept = { ...memory(state), form, refusal: null };
  return "challenge" in held
    ? { ...kept, view: "MFA", challenge: held.challenge }
    : { ...kept, view: "CREDENTIAL" };
}
