import type { Standing } from "../../../protocol/bridge.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { World } from "../../domain/services.ts";
import { openOffer, selectionOf } from "../finish/sealed-accounts.ts";
import { loginForm } from "../login/login-form.ts";

/** How far a session that goes on has come: the view that it is shown at. */
export const standingOf = (session: LinkSession, world: World): Standing => {
  const { step } = session;
  const context = { ...world, session };
  const formAt = (institutionId: string) =>
    loginForm(session, world.directory.get(institutionId), world);
  switch (step.at) {
    case "credentials":
      return { at: "form", form: formAt(step.institutionId) };
    case "mfa":
      return { at: "mfa", form: formAt(step.institutionId), challenge: step.challenge };
    case "accounts":
      return {
        at: "accounts",
        form: formAt(step.institutionId),
        selection: selectionOf(context, openOffer(context, step)),
      };
    case "institution":
      return { at: "institution" };
    default:
      throw new Error("a session that is over does not go on");
  }
};
