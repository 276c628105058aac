import { LoginResponse, ReturnFromRedirectRequest } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { requireState, returnFromRedirect } from "../../domain/link/redirect.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { alreadyAnswered } from "../session/session.ts";
import { loginOutcome } from "./login-outcome.ts";

/**
 * Takes back a user from the institution, and answers what comes next in the login. The state is bound to
 * the session whose token comes with it, and is used up whatever the institution says: after a refusal the
 * user signs in again.
 */
export const returnRedirect = bridgeEndpoint({
  path: "/bridge/redirect/return",
  access: "submission",
  request: ReturnFromRedirectRequest,
  response: LoginResponse,
  async handle({ state, parameters }, context) {
    const { step } = context.session;
    if (step.at !== "redirect") throw alreadyAnswered();
    requireState(step, state);
    try {
      return await loginOutcome(context, await returnFromRedirect(context, step, parameters));
    } catch (cause) {
      const refusal =
        cause instanceof Fault ? cause : new Fault("INTERNAL_SERVER_ERROR", { cause });
      return { refusal, step: { at: "credentials", institutionId: step.institutionId } };
    }
  },
});
