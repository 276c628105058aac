import { SolveCaptchaRequest, SolveCaptchaResponse } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { afterCaptcha } from "../../domain/link/attempt-guard.ts";
import { bridgeEndpoint } from "../endpoint.ts";

/** Verifies the solution of a proof of work, which lifts the throttle of the session. */
export const solveCaptcha = bridgeEndpoint({
  path: "/bridge/captcha/solve",
  access: "submission",
  request: SolveCaptchaRequest,
  response: SolveCaptchaResponse,
  async handle({ challenge, solution }, { captcha, clock, session }) {
    const { linkSessionId, guard, step } = session;
    const subject = { linkSessionId, solved: guard.solved };
    if (!(await captcha.isSolved(challenge, solution, subject, clock())))
      throw new Fault("RECAPTCHA_BAD");
    return { answer: {}, move: { step, guard: afterCaptcha(guard) } };
  },
});
