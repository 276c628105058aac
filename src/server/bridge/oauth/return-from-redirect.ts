import { LoginResponse, ReturnFromRedirectRequest } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { openReturn } from "../../domain/link/institution-return.ts";
import { resultOf } from "../../domain/link/login.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { loginOutcome } from "../login/login-outcome.ts";
import { supersededFault } from "../session/session-state.ts";

/**
 * Goes on with the login of a user who is back from the institution, and answers what comes next. After a
 * refusal, the institution's or ours, the user signs in again; after OAUTH_LOGIN_MISMATCH the institution asks
 * who they are, or its session would end every try in the same way.
 */
export const returnFromRedirect = bridgeEndpoint({
  path: "/bridge/redirect/return",
  access: "submission",
  request: ReturnFromRedirectRequest,
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
    if (isAway || !step.released) throw supersededFault();
    try {
      return await loginOutcome(context, resultOf(context, openReturn(context, step), step));
    } catch (cause) {
      const refusal = refusalOf(cause);
      const isMismatch = refusal.code === "OAUTH_LOGIN_MISMATCH";
      return { refusal, step: formStep(isMismatch || undefined) };
    }
  },
});

/** At an institution's own site nobody types a user name here: it is another login that was picked there. */
function refusalOf(cause: unknown): Fault {
  if (!(cause instanceof Fault)) return new Fault("INTERNAL_SERVER_ERROR", { cause });
  return cause.code === "INVALID_UPDATED_USERNAME"
    ? new Fault("OAUTH_LOGIN_MISMATCH", { cause })
    : cause;
}
