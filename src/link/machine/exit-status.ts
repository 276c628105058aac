import type { ExitStatus, MfaType, ViewName } from "../../protocol/vocabulary.ts";
import type { Shown } from "./states.ts";

/** What the user would have had to do next; null where there was nothing to do. */
export const exitStatus = (state: Exclude<Shown, { view: "EXIT" }>): ExitStatus | null => {
  if (state.view === "SELECT_INSTITUTION")
    return state.found?.length === 0 ? "institution_not_found" : null;
  if (state.view === "ERROR") return state.retry && exitStatus(state.retry);
  if ("challenge" in state) return CHALLENGE_STATUS[state.challenge.type];
  if (state.view === "LOADING" && state.task === "credentials") return "requires_credentials";
  if (state.view === "LOADING" && state.task === "accounts") return "requires_account_selection";
  return STATUS[state.view] ?? null;
};

const STATUS: { [V in ViewName]?: ExitStatus } = {
  CREDENTIAL: "requires_credentials",
  SELECT_ACCOUNT: "requires_account_selection",
};

const CHALLENGE_STATUS: Record<MfaType, ExitStatus> = {
  code: "requires_code",
  device: "choose_device",
  questions: "requires_questions",
  selections: "requires_selections",
};
