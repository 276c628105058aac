import { LoginResponse, SubmitMfaRequest } from "../../protocol/bridge.ts";
import { answerChallenge } from "../domain/login.ts";
import { bridgeEndpoint } from "./endpoint.ts";
import { loginResponse } from "./login-response.ts";
import { advance, alreadyAnswered, filterOf } from "./session.ts";

/** Answers the institution's challenge, and answers what comes next: another one, or the accounts. */
export const submitMfa = bridgeEndpoint({
  path: "/bridge/mfa/submit",
  access: "session",
  request: SubmitMfaRequest,
  response: LoginResponse,
  async handle({ answers }, context) {
    const { step } = context.session;
    if (step.at !== "mfa") throw alreadyAnswered();
    const { products } = filterOf(context.session);
    const result = await answerChallenge(context, step, answers, products);
    await advance(context, result);
    return loginResponse(result);
  },
});
