import type { ExitStatus } from "../../protocol/exit-status.ts";
import { MFA_KINDS } from "../../protocol/mfa-kinds.ts";
import type { ViewState } from "./states.ts";

/** Returns the exit status: the step that the user left; null for none. */
export const exitStatus = (state: ViewState): ExitStatus | null => {
  if (state.name === "ERROR.retry") return exitStatus(state.retry);
  if ("challenge" in state) return MFA_KINDS[state.challenge.type].exitStatus;
  return STATUS[state.name] ?? null;
};

const STATUS: { [N in ViewState["name"]]?: ExitStatus } = {
  CONSENT: "requires_consent",
  "LOADING.consent": "requires_consent",
  CREDENTIAL: "requires_credentials",
  "LOADING.credentials": "requires_credentials",
  "OAUTH.ready": "requires_oauth",
  "OAUTH.waiting": "requires_oauth",
  "RECAPTCHA.idle": "requires_captcha",
  "RECAPTCHA.solving": "requires_captcha",
  SELECT_ACCOUNT: "requires_account_selection",
  "LOADING.accounts": "requires_account_selection",
};
