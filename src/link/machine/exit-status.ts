import type { ExitStatus, MfaType, ViewName } from "../../protocol/vocabulary.ts";
import type { Shown } from "./states.ts";

/** What the user would have had to do next; null where there was nothing to do. */
export const exitStatus = (state: Exclude<Shown, { view: "EXIT" }>): ExitStatus | null => {
  if (state.view === "SELECT_INSTITUTION")
    return state.found?.length === 0 ? "institution_not_found" : null;
  if (state.view === "ERROR") return state.way.to === "again" ? exitStatus(state.way.state) : null;
  if ("challenge" in state) return CHALLENGE_STATUS[state.challenge.type];
  return STATUS[state.view === "LOADING" ? state.task : state.view] ?? null;
};

const STATUS: { [S in ViewName | Shown<"LOADING">["task"]]?: ExitStatus } = {
  CONSENT: "requires_consent",
  consent: "requires_consent",
  CREDENTIAL: "requires_credentials",
  credentials: "requires_credentials",
  RECAPTCHA: "requires_captcha",
  SELECT_ACCOUNT: "requires_account_selection",
  accounts: "requires_account_selection",
};

const CHALLENGE_STATUS: Record<MfaType, ExitStatus> = {
  code: "requires_code",
  device: "choose_device",
  questions: "requires_questions",
  selections: "requires_selections",
};
