/** @import { Storage } from "./storage.mjs" */

/** As long as its grant. Seconds. */
export const CONSENT_LIFETIME = 365 * 24 * 3600;

const DAY_MS = 24 * 3600 * 1000;

/**
 * Stores the accounts that customers share by their grants, and until when.
 * @param {{ storage: Storage, clock: () => number, consentDays: number }} options
 */
export const consentStore =
  ({ storage, clock, consentDays }) =>
  /**
   * @param {string} grantId
   * @param {string} customerId
   * @param {readonly string[]} accountIds
   * @param {string} [intentId] the consent that the client has made before, in the UK
   */
  (grantId, customerId, accountIds, intentId) => {
    const createdAt = clock();
    const expiresAt = createdAt + consentDays * DAY_MS;
    const consent = { customerId, accountIds, createdAt, expiresAt, ...(intentId && { intentId }) };
    storage.set(`Consent:${grantId}`, consent, CONSENT_LIFETIME);
  };
