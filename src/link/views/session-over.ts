import type { Shown } from "../machine/states.ts";

/** Whether nothing can be done in this session any more but to close the window. */
export const isOver = (state: Shown): boolean =>
  state.view === "ERROR" && state.error.error_code === "INVALID_LINK_SESSION";
