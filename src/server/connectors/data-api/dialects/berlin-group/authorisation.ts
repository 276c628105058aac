import type { Approach } from "../../../../domain/institutions/institution-registration.ts";
import type { AuthorisationTable } from "../../authorisation-table.ts";

type Ask = { approach: Approach; returnUrl: string; refusalUrl: string; user: string | null };

const AT_SITE: readonly Approach[] = ["oauth", "redirect"];

/** The headers that request an approach. Banks may choose another one without them. */
export const approachHeaders = ({ approach, returnUrl, refusalUrl, user }: Ask) => ({
  ...(AT_SITE.includes(approach) && {
    "tpp-redirect-uri": returnUrl,
    "tpp-nok-redirect-uri": refusalUrl,
  }),
  "tpp-redirect-preferred": String(AT_SITE.includes(approach)),
  ...(!AT_SITE.includes(approach) && {
    "tpp-decoupled-preferred": String(approach === "decoupled"),
  }),
  ...(user !== null && { "psu-id": user }),
});

/**
 * The authorization of a consent: a resource below the consent, started by the bank or the client.
 */
export const AUTHORISATION: AuthorisationTable = {
  start: "/consents/{consentId}/authorisations",
  path: "/consents/{consentId}/authorisations/{authorisationId}",
  id: ["authorisationId", "_links.scaStatus.href", "_links.scaStatus", "_links.self.href"],
  status: "scaStatus",
  states: { finalised: "authorized", exempted: "authorized", failed: "refused" },
  message: "psuMessage",
  code: ["challengeData.data.0", "challengeData.data"],
  form: {
    password: (password) => ({ psuData: { password } }),
    method: (authenticationMethodId) => ({ authenticationMethodId }),
    answer: (scaAuthenticationData) => ({ scaAuthenticationData }),
    startsWithPassword: [
      "_links.startAuthorisationWithPsuAuthentication.href",
      "_links.startAuthorisationWithPsuAuthentication",
    ],
    methods: {
      list: "scaMethods",
      id: "authenticationMethodId",
      names: ["name", "explanation", "authenticationType"],
      type: "authenticationType",
      inApp: ["PUSH_OTP", "PUSH_DEC"],
      chosen: "chosenScaMethod",
    },
    picture: "challengeData.image",
    words: [
      ["challengeData.additionalInformation", "psuMessage"],
      ["challengeData.data.0", "challengeData.data"],
    ],
  },
};
