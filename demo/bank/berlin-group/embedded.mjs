import { findCustomer, PASSWORD } from "../people/customers.mjs";
import { codePicture } from "./code-picture.mjs";
import { BerlinRefusal } from "./refusal.mjs";

/** @import { Authorisation } from "./authorisations.mjs" */

/** @typedef {ReturnType<typeof import("./authorisations.mjs").authorisationStore>} Authorisations */

/** The code that every device shows. */
const CODE = "2468";

/** A customer may be wrong twice. */
const MAX_WRONG = 3;

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
    name: "A picture with a code",
    challengeData: {
      image: codePicture(CODE),
      additionalInformation: "Type the code in the picture.",
    },
  },
  {
    authenticationType: "PUSH_OTP",
    authenticationMethodId: "push",
    name: "The app",
    challengeData: undefined,
  },
];

const LISTED = METHODS.map(({ challengeData: _, ...method }) => method);

/**
 * Starts the authorization of a consent by a form of the client; a customer who has signed in before is asked for no
 * password.
 * @param {Authorisations} authorisations
 * @param {string} consentId
 * @param {Partial<Authorisation>} start
 * @param {boolean} isSignedIn
 */
export const startForm = (authorisations, consentId, start, isSignedIn) => {
  const scaStatus = isSignedIn ? "psuAuthenticated" : "psuIdentified";
  const authorisation = authorisations.start(consentId, { ...start, scaStatus });
  const step = isSignedIn
    ? { ...stepJson(authorisation, "selectAuthenticationMethod"), scaMethods: LISTED }
    : stepJson(authorisation, "updatePsuAuthentication");
  return { status: 201, body: { authorisationId: authorisation.id, ...step } };
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
  if (scaStatus === "psuIdentified" && body?.psuData)
    return body.psuData.password === PASSWORD
      ? go("psuAuthenticated", "selectAuthenticationMethod", { scaMethods: LISTED })
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
