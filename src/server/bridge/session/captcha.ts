import {
  CaptchaChallengeRequest,
  CaptchaChallengeResponse,
  SolveCaptchaRequest,
  SolveCaptchaResponse,
} from "../../../protocol/link/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { afterCaptcha } from "../../domain/link/attempt-guard.ts";
import { bridgeEndpoint } from "../endpoint.ts";

/**
 * Creates a proof-of-work challenge for this session, which can be solved once and expires soon.
 */
export const captchaChallenge = bridgeEndpoint({
  path: "/bridge/captcha/challenge",
  access: "session",
  request: CaptchaChallengeRequest,
  response: CaptchaChallengeResponse,
  async handle(_, { captcha, clock, session }) {
    const { linkSessionId, guard } = session;
    return {
      challenge: await captcha.challenge({ linkSessionId, solved: guard.solved }, clock()),
    };
  },
});

/** Verifies a proof of work, which lifts the session's throttle. */
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
