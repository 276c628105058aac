import { FORM_WORDS } from "../../../i18n/forms.ts";
import { LoginResponse, SubmitMfaRequest } from "../../../protocol/link/bridge.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { answerChallenge } from "../../domain/link/login.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { requireNoCaptcha, supersededFault } from "../session/session-state.ts";
import { loginOutcome } from "./login-outcome.ts";

/** Submits answers to the institution's challenge, and responds with the login's next step. */
export const submitMfa = bridgeEndpoint({
  path: "/bridge/mfa/submit",
  access: "submission",
  request: SubmitMfaRequest,
  response: LoginResponse,
  async handle({ answers }, context) {
    const { session } = context;
    if (session.step.at !== "mfa") throw supersededFault();
    requireNoCaptcha(session);
    const { step, config } = session;
    const { language } = config;
    const result = await answerChallenge(context, step, answers, language).catch((failure) => {
      throw step.challenge.type === "code" ? withCodeWords(failure, language) : failure;
    });
    return loginOutcome(context, result);
  },
});

/** Rewords the refusal of a code, with the remaining tries if the institution reports them. */
function withCodeWords(failure: unknown, language: Language): unknown {
  if (!(failure instanceof Fault) || failure.code !== "INVALID_MFA") return failure;
  return new Fault("INVALID_MFA", {
    message: failure.message,
    display: FORM_WORDS[language].wrongCode(failure.triesLeft),
    cause: failure,
  });
}
