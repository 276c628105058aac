import type { Shown } from "../machine/states.ts";

/**
 * The state and what waits unseen beneath it, lowest first. What the user typed lives in the page's
 * fields and nowhere else, so a form they may come back to stays there, hidden, in the meantime.
 */
export const layers = (state: Shown): Shown[] => {
  const under = beneath(state);
  return under ? [...layers(under), state] : [state];
};

function beneath(state: Shown): Shown | null {
  if (state.view === "EXIT") return state.from;
  if (state.view === "ERROR") return state.retry;
  if (state.view !== "LOADING") return null;
  const { listed, query, lastError } = state;
  const login = { listed, query, lastError, refusal: null };
  if (state.task === "credentials") return { ...login, view: "CREDENTIAL", form: state.form };
  if (state.task !== "mfa") return null;
  return { ...login, view: "MFA", form: state.form, challenge: state.challenge };
}
