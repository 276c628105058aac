import { BerlinRefusal } from "./refusal.mjs";

/** @import { Intent } from "../uk/consents.mjs" */

const LISTS = ["accounts", "balances", "transactions"];
const DAY_MS = 86_400_000;

/** @type {Record<Intent["status"], string>} */
const STATUSES = { AwaitingAuthorisation: "received", Authorised: "valid", Rejected: "rejected" };

/**
 * The status of a consent in the words of the standard.
 * @param {Intent} intent
 * @param {number} now
 */
export const toStatus = ({ status, expiresAt }, now) =>
  Date.parse(expiresAt ?? "") <= now ? "expired" : STATUSES[status];

/**
 * The access that a request for a consent asks for, and its end in ms since 1970; throws a Refusal.
 * @param {any} body
 * @param {number} now
 * @returns {{ access: string[], until: number, readsPerDay: number, ibans?: string[] }}
 */
export const termsIn = (body, now) => {
  const refuse = (/** @type {string} */ why) => new BerlinRefusal(400, "FORMAT_ERROR", why);
  const { access, recurringIndicator, validUntil, frequencyPerDay } = body ?? {};
  if (typeof access !== "object" || access === null) throw refuse("access is missing.");
  for (const name of ["recurringIndicator", "combinedServiceIndicator"])
    if (typeof body[name] !== "boolean") throw refuse(`${name} is not true or false.`);
  if (!Number.isInteger(frequencyPerDay) || frequencyPerDay < 1 || frequencyPerDay > 4)
    throw refuse("frequencyPerDay is not from 1 to 4.");
  if (!recurringIndicator && frequencyPerDay !== 1) throw refuse("frequencyPerDay has to be 1.");
  const until = /^\d{4}-\d\d-\d\d$/.test(validUntil) ? Date.parse(validUntil) + DAY_MS - 1 : 0;
  if (!(until > now)) throw refuse("validUntil is no day to come.");
  const ibans = ibansIn(access);
  return {
    ...{ access: accessIn(access), until, readsPerDay: frequencyPerDay },
    ...(ibans.length > 0 && { ibans }),
  };
};

/**
 * @param {Record<string, any>} access
 * @returns {string[]}
 */
function accessIn({ allPsd2, additionalInformation, ...lists }) {
  const refuse = (/** @type {string} */ why) => new BerlinRefusal(400, "FORMAT_ERROR", why);
  if (allPsd2 === "allAccounts") return LISTS;
  if (allPsd2 === "allAccountsWithOwnerName") return [...LISTS, "ownerName"];
  const names = Object.keys(lists);
  if (allPsd2 !== undefined || names.length === 0) throw refuse("access is empty or unknown.");
  const isList = (/** @type {unknown} */ list) =>
    Array.isArray(list) && list.every((each) => typeof each?.iban === "string");
  if (names.some((name) => !LISTS.includes(name) || !isList(lists[name])))
    throw refuse("Leave the lists empty, or name accounts by their IBANs.");
  return [...names, ...(additionalInformation?.ownerName ? ["ownerName"] : [])];
}

/**
 * The accounts that a consent names.
 * @param {Record<string, any>} access
 * @returns {string[]}
 */
const ibansIn = (access) => [
  ...new Set(LISTS.flatMap((name) => access[name] ?? []).map(({ iban }) => iban)),
];

/**
 * A consent as the standard has it.
 * @param {Intent} intent
 * @param {number} now
 */
export const consentJson = (intent, now) => {
  const { expiresAt, createdAt, permissions, ibans = [] } = intent;
  return {
    access: Object.fromEntries(
      permissions
        .filter((name) => LISTS.includes(name))
        .map((name) => [name, ibans.map((iban) => ({ iban }))]),
    ),
    recurringIndicator: true,
    validUntil: expiresAt?.slice(0, 10),
    frequencyPerDay: intent.readsPerDay ?? 4,
    lastActionDate: new Date(createdAt).toISOString().slice(0, 10),
    consentStatus: toStatus(intent, now),
  };
};
