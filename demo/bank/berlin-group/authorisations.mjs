import { randomUUID } from "node:crypto";

/** @import { Storage } from "../storage.mjs" */

/**
 * A customer's authorization of a consent without OAuth.
 * @typedef {object} Authorisation
 * @property {string} id
 * @property {string} consentId
 * @property {"received" | "psuIdentified" | "psuAuthenticated" | "scaMethodSelected" | "finalised" | "failed"} scaStatus
 * @property {string} [customerId] the customer who has signed in
 * @property {string} [browser] the secret of the browser in which they did
 * @property {string} [returnUrl]
 * @property {string} [refusalUrl]
 * @property {number} [wrong] how many passwords or codes were wrong
 * @property {string} [code] the code that the app shows, if it asks for approval
 */

/** Seconds. */
const LIFETIME = 10 * 60;

/**
 * The authorizations of consents by their customers: on the bank's site, or in its app.
 * @param {{ storage: Storage, intents: ReturnType<typeof import("../uk/consents.mjs").intentStore>,
 *   storeConsent: ReturnType<typeof import("../consents.mjs").consentStore> }} options
 */
export const authorisationStore = ({ storage, intents, storeConsent }) => {
  const read = (/** @type {string} */ id) =>
    /** @type {Authorisation | undefined} */ (storage.get(`Authorisation:${id}`));
  const write = (/** @type {Authorisation} */ authorisation) =>
    storage.set(`Authorisation:${authorisation.id}`, authorisation, LIFETIME);
  /** The authorizations for approval in the app. */
  const waiting = () =>
    storage
      .find(
        "Authorisation",
        ({ code, scaStatus }) =>
          code && (scaStatus === "psuAuthenticated" || scaStatus === "scaMethodSelected"),
      )
      .map((key) => /** @type {Authorisation} */ (storage.get(key)))
      .filter((each) => each !== undefined);
  return {
    read,
    write,
    waiting,
    /** Four digits that no other waiting authorization has. */
    freeCode: () => codeFor(waiting()),
    /**
     * @param {string} consentId
     * @param {Partial<Authorisation>} details
     */
    start: (consentId, details) => {
      /** @type {Authorisation} */
      const authorisation = { id: randomUUID(), consentId, scaStatus: "received", ...details };
      write(authorisation);
      return authorisation;
    },
    /**
     * @param {Authorisation} authorisation
     * @param {readonly string[]} accountIds
     */
    finish: (authorisation, accountIds) => {
      const { consentId, customerId = "" } = authorisation;
      write({ ...authorisation, scaStatus: "finalised" });
      intents.authorize(consentId);
      storeConsent(consentId, customerId, accountIds, consentId);
    },
    /** @param {Authorisation} authorisation */
    refuse: (authorisation) => {
      write({ ...authorisation, scaStatus: "failed" });
      intents.reject(authorisation.consentId);
    },
  };
};

/**
 * @param {readonly Authorisation[]} waiting
 */
function codeFor(waiting) {
  for (let number = 1000 + waiting.length * 7; ; number++)
    if (!waiting.some(({ code }) => code === String(number))) return String(number);
}
