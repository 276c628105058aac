import { LoginResponse, ResumeLoginRequest } from "../../../protocol/link/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { toResult } from "../../domain/link/login.ts";
import { openCallback } from "../../domain/link/oauth-callback.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { loginOutcome } from "../login/login-outcome.ts";
import { supersededFault } from "../session/session-state.ts";

/**
 * Resumes a login after the institution's callback, and responds with the next step. After a
 * refusal the user signs in again. After OAUTH_LOGIN_MISMATCH the institution must ask for the
 * login, since its session in the browser would repeat the mismatch.
 */
export const resumeLogin = bridgeEndpoint({
  path: "/bridge/redirect/return",
  access: "submission",
  request: ResumeLoginRequest,
  response: LoginResponse,
  async handle(_, context) {
    const { step } = context.session;
    const { clock } = context;
    const isAway = step.at === "redirect" || step.at === "approval";
    if (!isAway && step.at !== "returned") throw supersededFault();
    const formStep = (reauthenticate = "reauthenticate" in step && step.reauthenticate) => ({
      ...({ at: "credentials", institutionId: step.institutionId } as const),
      ...(reauthenticate && { reauthenticate }),
    });
    if (isAway && clock() >= step.expiresAt)
      return { refusal: new Fault("USER_INPUT_TIMEOUT"), step: formStep() };
    if (isAway || !step.claimable) throw supersededFault();
    try {
      return await loginOutcome(context, toResult(context, openCallback(context, step), step));
    } catch (cause) {
      // A retry may still claim the login.
      if (context.isStoreFailure(cause)) throw cause;
      const refusal = toFault(cause);
      const isMismatch = refusal.code === "OAUTH_LOGIN_MISMATCH";
      return { refusal, step: formStep(isMismatch || undefined) };
    }
  },
});

/**
 * Replaces the error of a wrong user name, since the user has picked another login at the
 * institution's site.
 */
function toFault(cause: unknown): Fault {
  if (!(cause instanceof Fault)) return new Fault("INTERNAL_SERVER_ERROR", { cause });
  return cause.code === "INVALID_UPDATED_USERNAME"
    ? new Fault("OAUTH_LOGIN_MISMATCH", { cause })
    : cause;
}
