import type { State } from "./state.ts";

/**
 * Where a person goes on, as a selector, after what was seen before has changed; null where the focus
 * is. `lost` says that what had it is gone.
 */
export const nextFocus = (state: State, before: State, lost: boolean): string | null => {
  if (state.view === "SIGN_IN" && state.trouble?.field) return `#${state.trouble.field}`;
  if (state.view !== before.view)
    return state.view === "SIGN_IN" && !state.note ? "#client_id" : "h1";
  // Where it goes depends on how what is under way ends.
  if (state.view !== "CLIENT" || before.view !== "CLIENT" || state.busy) return null;
  const { told, asking } = state;
  if (before.asking && !asking) return told?.went === "well" ? ":checked" : "#consider";
  if (told !== before.told && told?.about === "origin") return "#origin";
  if (!lost) return null;
  if (told?.about === "origins") return told.removed ? "#put-back" : "#origin";
  return ":checked";
};
