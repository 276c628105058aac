import { GiveConsentRequest, GiveConsentResponse } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { consentDue } from "../../domain/link/consent.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { alreadyAnswered } from "../session/session.ts";

/** Keeps that the user has agreed to the text that their institution's country asks for. */
export const giveConsent = bridgeEndpoint({
  path: "/bridge/consent/give",
  access: "submission",
  request: GiveConsentRequest,
  response: GiveConsentResponse,
  async handle({ institution_id, version }, context) {
    const { session, directory, clock } = context;
    const { step } = session;
    if (step.at !== "credentials" || step.institutionId !== institution_id) throw alreadyAnswered();
    const due = consentDue(session, directory.get(institution_id), context);
    if (!due) return { answer: {}, move: { step } };
    if (due.version !== version)
      throw new Fault("INVALID_FIELD", { message: `version must be ${due.version}` });
    const consent = { institutionId: institution_id, version, givenAt: clock() };
    return { answer: {}, move: { step, consent } };
  },
});
