import { GiveConsentRequest, GiveConsentResponse } from "../../../protocol/link/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { consentDue } from "../../domain/link/consent.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { supersededFault } from "../session/session-state.ts";

/** Stores the user's consent, as the institution's country requires. */
export const giveConsent = bridgeEndpoint({
  path: "/bridge/consent/give",
  access: "submission",
  request: GiveConsentRequest,
  response: GiveConsentResponse,
  async handle({ institution_id, version }, context) {
    const { session, directory, clock } = context;
    const { step } = session;
    if (step.at !== "credentials" || step.institutionId !== institution_id) throw supersededFault();
    const request = consentDue(session, directory.get(institution_id), context);
    if (!request) return { answer: {}, move: { step } };
    if (request.version !== version)
      throw new Fault("INVALID_FIELD", { message: `version must be ${request.version}` });
    const consent = { institutionId: institution_id, version, givenAt: clock() };
    return { answer: {}, move: { step, consent } };
  },
});
