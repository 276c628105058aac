import type { SignInState, State } from "./state.ts";

/** The version that is chosen. */
const CHOSEN = "[name=version]:checked";

/**
 * Where a person goes on, as a selector, after what was seen before has changed; null where the focus
 * is. `isLost` says that what had it is gone.
 */
export const nextFocus = (state: State, before: State, isLost: boolean): string | null => {
  if (state.view === "SIGN_IN" && state.error?.field) return `#${state.error.field}`;
  if (state.view !== before.view)
    return state.view === "SIGN_IN" && !state.reason ? firstField(state) : "h1";
  if (state.view === "SIGN_IN" && before.view === "SIGN_IN" && state.mode !== before.mode)
    return firstField(state);
  // Where it goes depends on how what is under way ends.
  if (state.view !== "CLIENT" || before.view !== "CLIENT" || state.busy) return null;
  const { notice, confirm } = state;
  if (before.confirm && !confirm) return notice?.kind === "success" ? CHOSEN : "#change-version";
  if (notice !== before.notice && notice?.about === "origin") return "#origin";
  if (!isLost) return null;
  if (notice?.about === "origins") return notice.undoOrigin ? "#undo-removal" : "#origin";
  return CHOSEN;
};

const firstField = ({ mode }: SignInState): string =>
  mode === "client" ? "#client_id" : "#password";
