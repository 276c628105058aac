import type { Shown } from "../machine/states.ts";

/** Whether there is a way back: to the list of institutions, or to what was asked before. */
export const hasBack = (state: Shown): boolean => {
  const { view } = state;
  if (view === "EXIT" || view === "RECAPTCHA") return true;
  if (view === "ERROR" && state.way.to === "leave") return false;
  return !state.update && !NO_WAY_BACK.includes(view);
};

const NO_WAY_BACK: Shown["view"][] = ["CONNECTED", "LOADING", "SELECT_INSTITUTION"];
