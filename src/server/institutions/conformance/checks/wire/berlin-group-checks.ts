import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import type { Check } from "../../check.ts";
import { readFields, readText } from "../../reply.ts";
import { berlinGroupAccountChecks } from "./berlin-group-account-checks.ts";
import { berlinGroupTransactionChecks } from "./berlin-group-transaction-checks.ts";
import { consentChecks } from "./consent-checks.ts";
import { dayFault, onReply, quoted } from "./findings.ts";

const consentWords = {
  path: "/consents",
  id: "consentId",
  status: "consentStatus",
  waiting: /^received$/,
  authorized: /^valid$/,
  over: /^(terminatedByTpp|revokedByPsu|expired|rejected)$/,
  waitingWords: "received",
  authorizedWords: "valid",
  errorCode: ["tppMessages.0.code", "code"],
};

const DAY_MS = 86_400_000;

/** The longest requested consent in days, plus a day for the bank's time zone. */
const LONGEST_DAYS = 181;

/** The links of a new consent with which its user can continue. */
const LINKS = [
  ...["scaRedirect", "scaOAuth", "scaStatus", "startAuthorisation"],
  ...["startAuthorisationWithPsuIdentification", "startAuthorisationWithPsuAuthentication"],
  ...["startAuthorisationWithEncryptedPsuAuthentication"],
];

/** The checks of a consent, an account and a transaction of NextGenPSD2. */
export const berlinGroupChecks: readonly Check[] = [
  ...consentChecks(consentWords),
  onReply(({ made }) => made, {
    id: "consent-links",
    what: "says how its user goes on",
    fix: "add scaRedirect, scaOAuth or a startAuthorisation… to _links, each with an href",
    find: (body) => {
      const links = readFields(valueAt(body, "_links"));
      const names = LINKS.filter((name) => name in links);
      if (names.length === 0) return "_links has none that goes on";
      const wrong = names.find((name) => readText(readFields(links[name]), "href") === undefined);
      return wrong === undefined ? null : `_links.${wrong} has no href`;
    },
  }),
  onReply(({ made }) => made, {
    id: "consent-approach",
    what: "says by which approach its user is asked",
    fix: "add the header ASPSP-SCA-Approach: REDIRECT, DECOUPLED or EMBEDDED",
    level: "should",
    find: (_, { made }) => {
      const value = made?.headers.get("aspsp-sca-approach") ?? null;
      if (value === null) return "ASPSP-SCA-Approach is missing";
      return /^(REDIRECT|DECOUPLED|EMBEDDED|OAUTH)$/.test(value)
        ? null
        : `ASPSP-SCA-Approach is ${quoted(value)}`;
    },
  }),
  onReply(({ made }) => made, {
    id: "consent-approach-declared",
    what: "goes by the approach that the connection declares",
    fix: "connect it with the --approach that the bank names, or go by the one that the consent asks for",
    find: (_, { made, approach }) => {
      const value = made?.headers.get("aspsp-sca-approach") ?? null;
      if (value === null || !/^(REDIRECT|DECOUPLED|EMBEDDED)$/i.test(value)) return null;
      const word = approach === "oauth" ? "redirect" : approach;
      return value.toLowerCase() === word
        ? null
        : `ASPSP-SCA-Approach is ${quoted(value)}, and the connection has --approach ${approach}`;
    },
  }),
  onReply(({ waiting }) => waiting, {
    id: "consent-access",
    what: "says what it is for",
    fix: "repeat access in the consent's record",
    find: (body) =>
      Object.keys(readFields(valueAt(body, "access"))).length > 0
        ? null
        : `access is ${quoted(valueAt(body, "access"))}`,
  }),
  onReply(({ waiting }) => waiting, {
    id: "consent-expiry",
    what: "ends on a day to come",
    fix: "make validUntil the last day, YYYY-MM-DD: the one that was asked for, or an earlier one",
    find: (body, { waiting }) => {
      const end = valueAt(body, "validUntil");
      const fault = dayFault(end, "validUntil");
      if (fault !== null) return fault;
      const { at = 0 } = waiting ?? {};
      if (Date.parse(`${end}T23:59:59Z`) <= at) return "validUntil has passed";
      return Date.parse(`${end}`) > at + LONGEST_DAYS * DAY_MS
        ? "validUntil is later than it was asked for"
        : null;
    },
  }),
  onReply(({ waiting }) => waiting, {
    id: "consent-frequency",
    what: "says how often it may be read in a day",
    fix: "make frequencyPerDay a number, 4 for the usual",
    find: (body) => {
      const value = valueAt(body, "frequencyPerDay");
      return typeof value === "number" && Number.isInteger(value) && value >= 1
        ? null
        : `frequencyPerDay is ${quoted(value)}`;
    },
  }),
  onReply(({ waiting }) => waiting, {
    id: "consent-recurring",
    what: "says whether it may be read again",
    fix: "make recurringIndicator true, as it was asked for",
    find: (body) => {
      const value = valueAt(body, "recurringIndicator");
      if (value === true) return null;
      return value === false
        ? "recurringIndicator is false"
        : `recurringIndicator is ${quoted(value)}`;
    },
  }),
  onReply(({ waiting }) => waiting, {
    id: "consent-last-action",
    what: "says when it was last used",
    fix: "make lastActionDate a day, YYYY-MM-DD",
    level: "should",
    find: (body) => dayFault(valueAt(body, "lastActionDate"), "lastActionDate"),
  }),
  ...berlinGroupAccountChecks,
  ...berlinGroupTransactionChecks,
];
