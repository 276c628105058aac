import type { SignInState, State } from "./state.ts";

/** The selected version. */
const CHOSEN = "[name=version]:checked";

/**
 * Returns the selector of the element to focus after a change of state; null if the focus stays. `isLost` says that the
 * focused element is gone.
 */
export const nextFocus = (state: State, previous: State, isLost: boolean): string | null => {
  if (state.view === "SIGN_IN" && state.error?.field) return `#${state.error.field}`;
  if (state.view !== previous.view)
    return state.view === "SIGN_IN" && !state.reason ? firstField(state) : "h1";
  if (state.view === "SIGN_IN" && previous.view === "SIGN_IN" && state.mode !== previous.mode)
    return firstField(state);
  // The next element depends on how the running change ends.
  if (state.view !== "CLIENT" || previous.view !== "CLIENT" || state.busy) return null;
  const { notice, confirm } = state;
  if (previous.confirm && !confirm) return notice?.kind === "success" ? CHOSEN : "#change-version";
  if (notice !== previous.notice && notice?.about === "origin") return "#origin";
  if (!isLost) return null;
  if (notice?.about === "origins") return notice.undoOrigin ? "#undo-removal" : "#origin";
  return CHOSEN;
};

const firstField = ({ mode }: SignInState): string =>
  mode === "client" ? "#client_id" : mode === "member" ? "#email" : "#password";
