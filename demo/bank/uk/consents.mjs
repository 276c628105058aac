import { randomUUID } from "node:crypto";
import { CONSENT_LIFETIME } from "../consents.mjs";
import { UkRefusal } from "./refusal.mjs";

/** @import { Storage } from "../storage.mjs" */

/**
 * @typedef {object} Intent
 * @property {string} id
 * @property {string} clientId
 * @property {readonly string[]} permissions
 * @property {"AwaitingAuthorisation" | "Authorised" | "Rejected"} status
 * @property {string | null} expiresAt
 * @property {number} createdAt
 * @property {number} [readsPerDay] how often each endpoint may be read in a day while its customer does not wait
 * @property {string[]} [ibans] the accounts that it names; all if it names none
 */

const DETAIL = ["ReadAccountsBasic", "ReadAccountsDetail"];
const ROWS = ["ReadTransactionsBasic", "ReadTransactionsDetail"];
const DIRECTIONS = ["ReadTransactionsCredits", "ReadTransactionsDebits"];
const PERMISSIONS = [
  ...DETAIL,
  ...ROWS,
  ...DIRECTIONS,
  ...["ReadBalances", "ReadParty", "ReadPartyPSU", "ReadProducts", "ReadPAN"],
  ...["ReadStatementsBasic", "ReadStatementsDetail"],
];

/** The statuses in the codes of 4.0. */
const CODES = { AwaitingAuthorisation: "AWAU", Authorised: "AUTH", Rejected: "RJCT" };

/**
 * The consents that clients make before a customer authorizes them.
 * @param {{ storage: Storage, clock: () => number, consentDays: number }} options
 */
export const intentStore = ({ storage, clock, consentDays }) => {
  const toKey = (/** @type {string} */ id) => `Intent:${id}`;
  const read = (/** @type {string} */ id) =>
    /** @type {Intent | undefined} */ (storage.get(toKey(id)));
  const write = (/** @type {Intent} */ intent) =>
    storage.set(toKey(intent.id), intent, CONSENT_LIFETIME);
  return {
    read,
    /**
     * @param {string} clientId
     * @param {readonly string[]} permissions
     * @param {number} [until] the end that the client asks for, in ms since 1970
     * @param {Pick<Intent, "readsPerDay" | "ibans">} [terms]
     */
    create: (clientId, permissions, until = Number.POSITIVE_INFINITY, terms = {}) => {
      const createdAt = clock();
      /** @type {Intent} */
      const intent = {
        id: `intent-${randomUUID()}`,
        clientId,
        permissions,
        status: "AwaitingAuthorisation",
        expiresAt: new Date(Math.min(createdAt + consentDays * 86_400_000, until)).toISOString(),
        createdAt,
        ...terms,
      };
      write(intent);
      return intent;
    },
    /** @param {string} id */
    authorize: (id) => {
      const intent = read(id);
      if (intent) write({ ...intent, status: "Authorised" });
    },
    /** @param {string} id */
    reject: (id) => {
      const intent = read(id);
      if (intent) write({ ...intent, status: "Rejected" });
    },
    /** @param {string} id */
    delete: (id) => storage.delete(toKey(id)),
  };
};

/**
 * The permissions of a request, checked as the standard says.
 * @param {any} body
 * @returns {readonly string[]}
 */
export function permissionsIn(body) {
  const refuse = (/** @type {string} */ code, /** @type {string} */ why) =>
    new UkRefusal(400, code, why);
  if (typeof body?.Risk !== "object") throw refuse("UK.OBIE.Field.Missing", "Risk is missing.");
  const permissions = body?.Data?.Permissions;
  if (!Array.isArray(permissions) || permissions.length === 0)
    throw refuse("UK.OBIE.Field.Missing", "Data.Permissions is missing or empty.");
  const unknown = permissions.find((each) => !PERMISSIONS.includes(each));
  if (unknown !== undefined) throw refuse("UK.OBIE.Field.Invalid", "A permission is unknown.");
  const has = (/** @type {readonly string[]} */ names) =>
    names.some((name) => permissions.includes(name));
  if (!has(DETAIL)) throw refuse("UK.OBIE.Field.Invalid", "No permission reads accounts.");
  if (has(ROWS) !== has(DIRECTIONS))
    throw refuse(
      "UK.OBIE.Field.Invalid",
      "Transactions need their details and their directions together.",
    );
  return permissions;
}

/**
 * A consent as the standard has it.
 * @param {import("./values.mjs").Version} version
 * @param {Intent} intent
 */
export const intentJson = (version, { id, permissions, status, expiresAt, createdAt }) => ({
  Data: {
    ConsentId: id,
    CreationDateTime: new Date(createdAt).toISOString(),
    StatusUpdateDateTime: new Date(createdAt).toISOString(),
    Status: version === "v3.1" ? status : CODES[status],
    Permissions: permissions,
    ...(expiresAt && { ExpirationDateTime: expiresAt }),
  },
  Risk: {},
});
