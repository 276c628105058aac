import { findCustomer, PASSWORD } from "../people/customers.mjs";
import { BerlinRefusal } from "./refusal.mjs";

/** @import { Authorisation } from "./authorisations.mjs" */

/** @typedef {ReturnType<typeof import("./authorisations.mjs").authorisationStore>} Authorisations */

/** The code that every device shows. */
const CODE = "2468";

/** A customer may be wrong twice. */
const MAX_WRONG = 3;

/** A picture of a single grey point, as PNG. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==";

const METHODS = [
  {
    authenticationType: "SMS_OTP",
    authenticationMethodId: "sms",
    name: "SMS to •••• 6789",
    challengeData: { additionalInformation: "We have sent a code to •••• 6789.", otpMaxLength: 4 },
  },
  {
    authenticationType: "PHOTO_OTP",
    authenticationMethodId: "photo",
    name: "Picture for the code reader",
    challengeData: { image: PICTURE, additionalInformation: "Let your reader read the picture." },
  },
  {
    authenticationType: "PUSH_OTP",
    authenticationMethodId: "push",
    name: "The app",
    challengeData: undefined,
  },
];

/**
 * Starts the authorization of a consent by a form of the client.
 * @param {Authorisations} authorisations
 * @param {string} consentId
 * @param {Partial<Authorisation>} start
 */
export const startForm = (authorisations, consentId, start) => {
  const scaStatus = "psuIdentified";
  const authorisation = authorisations.start(consentId, { ...start, scaStatus });
  return {
    status: 201,
    body: {
      authorisationId: authorisation.id,
      ...stepJson(authorisation, "updatePsuAuthentication"),
    },
  };
};

/**
 * Takes a step of such an authorization: the password, a method, or its code. Throws a Refusal.
 * @param {Authorisations} authorisations
 * @param {Authorisation} authorisation
 * @param {any} body
 */
export const takeStep = (authorisations, authorisation, body) => {
  const { scaStatus, wrong = 0, customerId } = authorisation;
  const refuse = () => {
    const next = { ...authorisation, wrong: wrong + 1 };
    authorisations.write(next);
    if (next.wrong === MAX_WRONG) authorisations.refuse(next);
    throw new BerlinRefusal(401, "PSU_CREDENTIALS_INVALID", "That is wrong.");
  };
  /**
   * @param {Authorisation["scaStatus"]} next
   * @param {string} link
   * @param {object} [more]
   * @param {Partial<Authorisation>} [changes]
   */
  const go = (next, link, more = {}, changes = {}) => {
    const changed = { ...authorisation, ...changes, scaStatus: next };
    authorisations.write(changed);
    return { status: 200, body: { ...stepJson(changed, link), ...more } };
  };
  const listed = METHODS.map(({ challengeData: _, ...method }) => method);
  if (scaStatus === "psuIdentified" && body?.psuData)
    return body.psuData.password === PASSWORD
      ? go("psuAuthenticated", "selectAuthenticationMethod", { scaMethods: listed })
      : refuse();
  if (scaStatus === "psuAuthenticated" && body?.authenticationMethodId) {
    const method = METHODS.find(
      (each) => each.authenticationMethodId === body.authenticationMethodId,
    );
    if (!method) throw new BerlinRefusal(400, "SCA_METHOD_UNKNOWN", "There is no such method.");
    const { challengeData, ...chosenScaMethod } = method;
    if (method.authenticationType === "PUSH_OTP") {
      const code = authorisations.freeCode();
      const psuMessage = "Please approve in the app of Lanternfield Bank.";
      const more = { chosenScaMethod, psuMessage, challengeData: { data: [code] } };
      return go("scaMethodSelected", "scaStatus", more, { code });
    }
    return go("scaMethodSelected", "authoriseTransaction", { chosenScaMethod, challengeData });
  }
  if (scaStatus !== "scaMethodSelected" || !body?.scaAuthenticationData)
    throw new BerlinRefusal(409, "STATUS_INVALID", "This is not the step.");
  if (body.scaAuthenticationData !== CODE) return refuse();
  const accounts = findCustomer(customerId ?? "")?.accounts ?? [];
  authorisations.finish(
    authorisation,
    accounts.map(({ id }) => id),
  );
  return { status: 200, body: { scaStatus: "finalised" } };
};

/**
 * @param {Authorisation} authorisation
 * @param {string} link
 */
const stepJson = ({ id, consentId, scaStatus }, link) => ({
  scaStatus,
  _links: { [link]: { href: `/v1/consents/${consentId}/authorisations/${id}` } },
});
