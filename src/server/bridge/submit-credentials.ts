import { LoginResponse, SubmitCredentialsRequest } from "../../protocol/bridge.ts";
import { logIn } from "../domain/login.ts";
import { bridgeEndpoint } from "./endpoint.ts";
import { loginResponse } from "./login-response.ts";
import { advance, alreadyAnswered, filterOf } from "./session.ts";

/** Logs in at the chosen institution, and answers what comes next: a challenge, or the accounts. */
export const submitCredentials = bridgeEndpoint({
  path: "/bridge/credentials/submit",
  access: "session",
  request: SubmitCredentialsRequest,
  response: LoginResponse,
  async handle({ institution_id, credentials }, context) {
    const { step } = context.session;
    // At a challenge too: a user who cannot answer it may sign in anew, for example as someone else.
    if (step.at !== "credentials" && step.at !== "mfa") throw alreadyAnswered();
    if (step.institutionId !== institution_id) throw alreadyAnswered();
    const { products } = filterOf(context.session);
    const result = await logIn(context, step.institutionId, credentials, products);
    await advance(context, result);
    return loginResponse(result);
  },
});
