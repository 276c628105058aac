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
  if (state.view !== "LOADING" || state.task !== "credentials") return null;
  const { listed, query, lastError, form } = state;
  return { view: "CREDENTIAL", listed, query, lastError, form, refusal: null };
}
