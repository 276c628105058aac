import { decodeJwt } from "jose";
import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import type { Check } from "../../check.ts";
import { readText } from "../../reply.ts";
import { asDeclared, consentChecks } from "./consent-checks.ts";
import { momentFault, onConsent, onReply, quoted } from "./findings.ts";
import { requestObjectChecks } from "./request-object-checks.ts";
import { ukAccountChecks } from "./uk-account-checks.ts";
import { ukDebtChecks } from "./uk-debt-checks.ts";
import { ukStatementChecks } from "./uk-statement-checks.ts";
import { ukStatementSums } from "./uk-statement-sums.ts";
import { ukTransactionChecks } from "./uk-transaction-checks.ts";

const consentWords = {
  path: "/account-access-consents",
  id: "Data.ConsentId",
  status: "Data.Status",
  waiting: /^(AwaitingAuthorisation|AWAU)$/,
  authorized: /^(Authorised|AUTH)$/,
  over: /^(Revoked|Rejected|CANC|RJCT|EXPD)$/,
  waitingWords: "AwaitingAuthorisation in 3.1, and AWAU in 4.0,",
  authorizedWords: "Authorised in 3.1, and AUTH in 4.0,",
  errorCode: ["Errors.0.ErrorCode", "Code"],
};

const moments = (body: unknown): string | null =>
  momentFault(valueAt(body, "Data.CreationDateTime"), "Data.CreationDateTime") ??
  momentFault(valueAt(body, "Data.StatusUpdateDateTime"), "Data.StatusUpdateDateTime");

/** The checks of a consent, an account and a transaction of UK Open Banking. */
export const ukChecks: readonly Check[] = [
  onConsent({
    id: "consent-client-token",
    what: "is made by the client's own token",
    fix: "answer grant_type=client_credentials with the scope accounts by a token",
    find: ({ clientToken }) => clientToken?.failure,
  }),
  ...consentChecks(consentWords),
  asDeclared("tokens", consentWords),
  onReply(({ waiting }) => waiting, {
    id: "consent-permissions",
    what: "has the permissions that were asked for",
    fix: "repeat Data.Permissions as they were asked for, no fewer and no others",
    find: (body, { permissions }) => {
      const given = valueAt(body, "Data.Permissions");
      if (!Array.isArray(given)) return `Data.Permissions is ${quoted(given)}`;
      const missing = permissions.find((each) => !given.includes(each));
      const other = given.find((each) => !permissions.includes(each));
      if (missing !== undefined) return `lacks ${missing}`;
      return other === undefined ? null : `has ${quoted(other)}, which was not asked for`;
    },
  }),
  onReply(({ waiting }) => waiting, {
    id: "consent-times",
    what: "says when it was made and changed",
    fix: "add Data.CreationDateTime and Data.StatusUpdateDateTime in ISO 8601, with a zone",
    find: moments,
  }),
  onReply(({ waiting }) => waiting, {
    id: "consent-expiry",
    what: "ends in days to come, if it ends",
    fix: "make Data.ExpirationDateTime a moment to come with a zone, or leave it out",
    find: (body, { waiting }) => {
      const end = valueAt(body, "Data.ExpirationDateTime");
      if (end === undefined || end === null) return null;
      const fault = momentFault(end, "Data.ExpirationDateTime");
      if (fault !== null) return fault;
      return Date.parse(String(end)) > (waiting?.at ?? 0)
        ? null
        : "Data.ExpirationDateTime has passed";
    },
  }),
  {
    id: "id-token-consent",
    area: "Tokens",
    what: "have an id token that names the consent",
    fix: "repeat openbanking_intent_id with the id of the consent in the id token",
    find: ({ token, consent }) => {
      const idToken = readText(token?.body, "id_token");
      if (idToken === undefined || consent === null) return undefined;
      const intent = decodeJwt(idToken).openbanking_intent_id;
      if (intent === consent.consentId) return null;
      return `openbanking_intent_id is ${intent === undefined ? "missing" : "another one"}`;
    },
  },
  ...requestObjectChecks,
  ...ukAccountChecks,
  ...ukTransactionChecks,
  ...ukStatementChecks,
  ...ukDebtChecks,
  ukStatementSums,
];
