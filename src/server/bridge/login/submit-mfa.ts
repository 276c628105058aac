import { LoginResponse, SubmitMfaRequest } from "../../../protocol/link/bridge.ts";
import { answerChallenge } from "../../domain/link/login.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { requireNoCaptcha, supersededFault } from "../session/session-state.ts";
import { loginOutcome } from "./login-outcome.ts";

/** Submits answers to the institution's challenge, and responds with the next step of the login. */
export const submitMfa = bridgeEndpoint({
  path: "/bridge/mfa/submit",
  access: "submission",
  request: SubmitMfaRequest,
  response: LoginResponse,
  async handle({ answers }, context) {
    const { session } = context;
    if (session.step.at !== "mfa") throw supersededFault();
    requireNoCaptcha(session);
    const { language } = session.config;
    return loginOutcome(context, await answerChallenge(context, session.step, answers, language));
  },
});
