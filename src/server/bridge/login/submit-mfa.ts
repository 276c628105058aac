import { LoginResponse, SubmitMfaRequest } from "../../../protocol/bridge.ts";
import { answerChallenge } from "../../domain/link/login.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { alreadyAnswered } from "../session/session.ts";
import { loginOutcome } from "./login-outcome.ts";
import { requireNoCaptcha } from "./require-no-captcha.ts";

/** Answers the institution's challenge, and answers what comes next: another one, or the accounts. */
export const submitMfa = bridgeEndpoint({
  path: "/bridge/mfa/submit",
  access: "submission",
  request: SubmitMfaRequest,
  response: LoginResponse,
  async handle({ answers }, context) {
    const { session } = context;
    if (session.step.at !== "mfa") throw alreadyAnswered();
    requireNoCaptcha(session);
    const { language } = session.config;
    return loginOutcome(context, await answerChallenge(context, session.step, answers, language));
  },
});
