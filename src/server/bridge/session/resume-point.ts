import type { LoginForm } from "../../../protocol/link/login-form.ts";
import type { ResumePoint } from "../../../protocol/link/session-start.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { offeredChallenge } from "../../domain/link/one-time-codes.ts";
import type { Services } from "../../domain/services.ts";
import { toSelection, unsealAccounts } from "../finish/sealed-accounts.ts";
import { loginForm } from "../login/login-form.ts";
import { approvalText } from "../oauth/await-callback.ts";

/** Returns the view at which a session resumes. */
export const toResumePoint = (session: LinkSession, services: Services): ResumePoint => {
  const { step } = session;
  const context = { ...services, session };
  const formAt = (institutionId: string) =>
    loginForm(session, services.directory.get(institutionId), services);
  switch (step.at) {
    case "credentials":
      return { at: "form", form: formAt(step.institutionId) };
    // A popup's callback may arrive at any time. A page that left and was loaded again has no
    // callback, or no proof that the callback is its user's. The user signs in again.
    case "redirect":
      return atRedirectOrForm(step.via === "popup", formAt(step.institutionId));
    case "approval":
      return {
        at: "redirect",
        form: formAt(step.institutionId),
        approval: approvalText(context, step),
      };
    case "returned":
      return atRedirectOrForm(step.claimable, formAt(step.institutionId));
    case "mfa":
      return {
        at: "mfa",
        form: formAt(step.institutionId),
        challenge: offeredChallenge(services, step),
      };
    case "accounts":
      return {
        at: "accounts",
        form: formAt(step.institutionId),
        selection: toSelection(context, unsealAccounts(context, step), step.duplicate),
      };
    case "institution":
      return { at: "institution" };
    default:
      throw new Error("a session that is over cannot be resumed");
  }
};

const atRedirectOrForm = (isAway: boolean, form: LoginForm): ResumePoint =>
  isAway ? { at: "redirect", form, approval: null } : { at: "form", form };
