import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { Approval } from "../../../protocol/bridge.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import type { Services } from "../../domain/services.ts";

/** What Link shows to a user who approves in the institution's app, in the session's language. */
export const approvalText = (
  { directory, session }: Pick<Services, "directory"> & { session: LinkSession },
  { code, institutionId }: Extract<SessionStep, { at: "approval" }>,
): Approval => {
  const { title, help, later } = FORM_WORDS[session.config.language].approval;
  return { title: title(directory.get(institutionId).name), help, code, later };
};
