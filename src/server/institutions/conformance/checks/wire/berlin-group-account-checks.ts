import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import { bicFrom } from "../../../../domain/bank-values.ts";
import type { Check } from "../../check.ts";
import { BERLIN_GROUP_SHAPE } from "../../consents/shapes.ts";
import { readFields, readText } from "../../reply.ts";
import { inBalances, wireDataChecks } from "./data-checks.ts";
import {
  dayFault,
  faultIn,
  inAccounts,
  isIban,
  momentFault,
  quoted,
  type Row,
  rowsAt,
  wordFault,
} from "./findings.ts";

const BALANCE_TYPE =
  /^(closingBooked|expected|openingBooked|interimAvailable|interimBooked|forwardAvailable|nonInvoiced|authorised)$/;

/** The checks of accounts and balances of NextGenPSD2. */
export const berlinGroupAccountChecks: readonly Check[] = [
  ...wireDataChecks(BERLIN_GROUP_SHAPE),
  {
    id: "error-code",
    area: "Data",
    what: "returns errors with a code",
    fix: 'respond {"tppMessages": [{"category": "ERROR", "code": "RESOURCE_UNKNOWN"}]}',
    find: ({ unknownAccount }) => {
      if (!unknownAccount || (unknownAccount.status ?? 0) < 400) return undefined;
      const { body } = unknownAccount;
      const code = valueAt(body, "tppMessages.0.code") ?? valueAt(body, "code");
      return typeof code === "string" && /^[A-Z_]{4,60}$/.test(code)
        ? null
        : `tppMessages[0].code is ${quoted(code)}`;
    },
  },
  {
    id: "error-category",
    area: "Data",
    what: "says of errors that they are errors",
    fix: "make category ERROR in a refusal",
    level: "should",
    find: ({ unknownAccount }) => {
      const messages = rowsAt(unknownAccount?.body, "tppMessages");
      if (!unknownAccount || (unknownAccount.status ?? 0) < 400 || !messages?.[0]) return undefined;
      return messages[0].category === "ERROR"
        ? null
        : `category is ${quoted(messages[0].category)}`;
    },
  },
  inAccounts("accounts", {
    id: "account-number",
    what: "has the number of each account",
    fix: "add iban with check digits that fit, bban, msisdn, or a card's maskedPan with asterisks",
    find: (rows) => faultIn(rows, numberFault),
  }),
  inAccounts("accounts", {
    id: "account-bic",
    what: "names the bank of an account by a BIC, if it names it",
    fix: "make bic a BIC of 8 or 11 characters",
    find: (rows) =>
      faultIn(rows, ({ bic }) =>
        bic === undefined || bicFrom(String(bic)) !== null ? null : "bic is no BIC",
      ),
  }),
  inAccounts("accounts", {
    id: "account-type",
    what: "says the kind of each account by ISO's code",
    fix: "make cashAccountType a code such as CACC or SVGS, or leave it out",
    find: (rows) =>
      faultIn(rows, (row) => wordFault(row, "cashAccountType", /^[A-Z]{4}$/, { isOptional: true })),
  }),
  inAccounts("accounts", {
    id: "account-status",
    what: "says the state of each account",
    fix: "make status enabled, deleted or blocked, or leave it out",
    find: (rows) =>
      faultIn(rows, (row) =>
        wordFault(row, "status", /^(enabled|deleted|blocked)$/, { isOptional: true }),
      ),
  }),
  inAccounts("accounts", {
    id: "account-usage",
    what: "says whether an account is a person's or a company's",
    fix: "make usage PRIV or ORGA, or leave it out",
    level: "should",
    find: (rows) =>
      faultIn(rows, (row) => wordFault(row, "usage", /^(PRIV|ORGA)$/, { isOptional: true })),
  }),
  inAccounts("accounts", {
    id: "account-links",
    what: "says where the balances and transactions of an account are",
    fix: "add _links.balances and _links.transactions with an href",
    level: "should",
    find: (rows) =>
      faultIn(rows, ({ _links }) =>
        ["balances", "transactions"].every(
          (name) => readText(readFields(readFields(_links)[name]), "href") !== undefined,
        )
          ? null
          : "_links lacks balances or transactions",
      ),
  }),
  inAccounts("accounts", {
    id: "account-owner",
    what: "names the owner of an account, if the consent asks for that",
    fix: "add ownerName, or connect it with --deviation lacks=identity",
    level: "should",
    find: (rows) =>
      faultIn(rows, (row) =>
        readText(row, "ownerName") === undefined && !Array.isArray(row.ownerNames)
          ? "ownerName is missing"
          : null,
      ),
  }),
  inBalances(BERLIN_GROUP_SHAPE, {
    id: "balance-type",
    what: "says the type of each balance",
    fix: "make balanceType interimBooked, interimAvailable, expected or another one of the standard",
    faultOf: (row) => wordFault(row, "balanceType", BALANCE_TYPE),
  }),
  inBalances(BERLIN_GROUP_SHAPE, {
    id: "balance-credit-limit",
    what: "says whether a balance includes a credit limit",
    fix: "make creditLimitIncluded true or false, or leave it out",
    faultOf: ({ creditLimitIncluded: value }) =>
      value === undefined || typeof value === "boolean"
        ? null
        : `creditLimitIncluded is ${quoted(value)}`,
  }),
  inBalances(BERLIN_GROUP_SHAPE, {
    id: "balance-time",
    what: "says when a balance has changed, with a zone",
    fix: "add Z or an offset to lastChangeDateTime, or leave it out",
    level: "should",
    faultOf: ({ lastChangeDateTime: value }) =>
      value === undefined ? null : momentFault(value, "lastChangeDateTime"),
  }),
  inBalances(BERLIN_GROUP_SHAPE, {
    id: "balance-day",
    what: "says of which day a balance is, if it does",
    fix: "make referenceDate a day, YYYY-MM-DD, or leave it out",
    level: "should",
    faultOf: ({ referenceDate: day }) =>
      day === undefined ? null : dayFault(day, "referenceDate"),
  }),
];

function numberFault({ iban, bban, msisdn, maskedPan, pan }: Row): string | null {
  if (pan !== undefined) return "pan has a card's whole number";
  if (typeof maskedPan === "string" && /\d{12,}/.test(maskedPan.replace(/[\s-]/g, "")))
    return "maskedPan has a card's whole number";
  if (iban !== undefined && !isIban(iban)) return "the iban is wrong";
  return [iban, bban, msisdn, maskedPan].some((each) => typeof each === "string")
    ? null
    : "iban, bban, msisdn and maskedPan are missing";
}
