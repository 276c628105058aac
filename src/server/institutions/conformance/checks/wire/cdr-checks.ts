import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import type { Check } from "../../check.ts";
import { CDR_SHAPE } from "../../consents/shapes.ts";
import { readFields, readText } from "../../reply.ts";
import { asDeclared, requestIdCheck } from "./consent-checks.ts";
import { wireDataChecks } from "./data-checks.ts";
import {
  amountFault,
  faultIn,
  inAccounts,
  inEachAccount,
  momentFault,
  quoted,
  type Row,
  wordFault,
} from "./findings.ts";
import { inEachRow, inRows, wireRowChecks } from "./row-checks.ts";

const ERRORS = { errorCode: ["errors.0.code"] };

/** The categories of products, by the standard. */
const CATEGORIES =
  /^(TRANS_AND_SAVINGS_ACCOUNTS|TERM_DEPOSITS|TRAVEL_CARDS|REGULATED_TRUST_ACCOUNTS|RESIDENTIAL_MORTGAGES|CRED_AND_CHRG_CARDS|PERS_LOANS|MARGIN_LOANS|LEASES|TRADE_FINANCE|OVERDRAFTS|BUSINESS_LOANS|BUY_NOW_PAY_LATER)$/;
const TYPES =
  /^(FEE|INTEREST_CHARGED|INTEREST_PAID|TRANSFER_OUTGOING|TRANSFER_INCOMING|PAYMENT|DIRECT_DEBIT|OTHER)$/;

/** The checks of currencies and lists of balances, which differ in this standard. */
const OTHERWISE =
  /^(account-currency|balances-list|balance-.+|transaction-(id|currency|own-currency))$/;

const shared = [...wireDataChecks(CDR_SHAPE), ...wireRowChecks(CDR_SHAPE)].filter(
  ({ id }) => !OTHERWISE.test(id),
);
const inArea = (area: Check["area"]) => shared.filter((check) => check.area === area);

/** A missing currency means AUD. */
const currencyFault = ({ currency }: Row): string | null =>
  currency === undefined || (typeof currency === "string" && /^[A-Z]{3}$/.test(currency))
    ? null
    : `currency is ${quoted(currency)}`;

/** The checks of a token, an account and a transaction of the Consumer Data Standards. */
export const cdrChecks: readonly Check[] = [
  {
    id: "arrangement-id",
    area: "Tokens",
    what: "name the arrangement that they are of",
    fix: "add cdr_arrangement_id to the token response: a text, the same for ever",
    find: ({ token }) => {
      if (token?.failure !== null) return undefined;
      const id = readFields(token.body).cdr_arrangement_id;
      return typeof id === "string" && id !== "" ? null : `cdr_arrangement_id is ${quoted(id)}`;
    },
  },
  {
    id: "arrangement-id-stable",
    area: "Tokens",
    what: "name the same arrangement after a renewal",
    fix: "repeat cdr_arrangement_id as it was with each renewed token",
    find: ({ token, refresh }) => {
      if (token?.failure !== null || refresh?.failure !== null) return undefined;
      const [first, second] = [token, refresh].map(({ body }) =>
        readText(body, "cdr_arrangement_id"),
      );
      if (first === undefined) return undefined;
      return first === second ? null : "cdr_arrangement_id is another one after it";
    },
  },
  requestIdCheck,
  ...(["metadata", "accounts", "transactions"] as const).map((at) => asDeclared(at, ERRORS)),
  ...inArea("Data"),
  {
    id: "version-header",
    area: "Data",
    what: "says which version of an endpoint responds (x-v)",
    fix: "add x-v with the version of the payload to each response",
    find: ({ accounts }) => {
      if (accounts?.failure !== null) return undefined;
      const version = accounts.headers.get("x-v");
      if (version === null) return "x-v is missing";
      return /^\d+$/.test(version) ? null : "x-v is no number";
    },
  },
  {
    id: "accounts-links",
    area: "Data",
    what: "says which page it is",
    fix: "add links.self, and meta with totalRecords and totalPages",
    find: ({ accounts }) => {
      if (accounts?.failure !== null) return undefined;
      if (typeof valueAt(accounts.body, "links.self") !== "string") return "has no links.self";
      return ["totalRecords", "totalPages"].every((name) =>
        Number.isInteger(valueAt(accounts.body, `meta.${name}`)),
      )
        ? null
        : "meta has no totalRecords or totalPages";
    },
  },
  inAccounts(CDR_SHAPE.accounts, {
    id: "account-names",
    what: "names each account to its customer",
    fix: "give each displayName and productName: texts",
    find: (rows) =>
      faultIn(rows, (row) => {
        const missing = ["displayName", "productName"].find(
          (name) => (readText(row, name) ?? "").trim() === "",
        );
        return missing === undefined ? null : `${missing} is ${quoted(row[missing])}`;
      }),
  }),
  inAccounts(CDR_SHAPE.accounts, {
    id: "account-masked-number",
    what: "masks the number of each account",
    fix: "make maskedNumber x for each digit but the last four, such as xxx-xxx xxxxx1234",
    find: (rows) =>
      faultIn(rows, ({ maskedNumber }) => {
        if (typeof maskedNumber !== "string") return `maskedNumber is ${quoted(maskedNumber)}`;
        return (maskedNumber.match(/\d/g) ?? []).length > 4 ? "maskedNumber is whole" : null;
      }),
  }),
  inAccounts(CDR_SHAPE.accounts, {
    id: "account-category",
    what: "says of which kind each account is",
    fix: "make productCategory a word of the standard, such as TRANS_AND_SAVINGS_ACCOUNTS",
    find: (rows) => faultIn(rows, (row) => wordFault(row, "productCategory", CATEGORIES)),
  }),
  inAccounts(CDR_SHAPE.accounts, {
    id: "account-status",
    what: "says whether each account is open",
    fix: "make openStatus OPEN or CLOSED, or leave it out",
    find: (rows) =>
      faultIn(rows, (row) => wordFault(row, "openStatus", /^(OPEN|CLOSED)$/, { isOptional: true })),
  }),
  inEachAccount(({ balances }) => balances, {
    id: "balance-amounts",
    what: "has a current and an available balance",
    fix: 'make data.currentBalance and data.availableBalance texts such as "-12.50"',
    find: (body) => {
      const balance = readFields(valueAt(body, "data"));
      return ["currentBalance", "availableBalance", "creditLimit"].reduce<string | null>(
        (fault, field) =>
          fault ??
          (field === "creditLimit" && balance[field] === undefined
            ? null
            : amountFault(balance[field], { field, isSigned: true })),
        null,
      );
    },
  }),
  inEachAccount(({ balances }) => balances, {
    id: "balance-currency",
    what: "has balances in a currency",
    fix: "make data.currency a code of ISO 4217, or leave it out for AUD",
    find: (body) => currencyFault(readFields(valueAt(body, "data"))),
  }),
  inEachAccount(({ balances }) => balances, {
    id: "balance-account",
    what: "names the account that a balance is of",
    fix: "make data.accountId that of the account in the path",
    find: (body, accountId) => {
      const id = valueAt(body, "data.accountId");
      return id === accountId
        ? null
        : `accountId is ${id === undefined ? "missing" : "another one"}`;
    },
  }),
  ...inArea("Transactions"),
  inEachRow(CDR_SHAPE, {
    id: "transaction-id",
    what: "have an id if they are posted",
    fix: "give each posted one transactionId: a text, the same for ever",
    faultOf: ({ status, transactionId }) =>
      status !== "POSTED" || (typeof transactionId === "string" && transactionId !== "")
        ? null
        : `transactionId is ${quoted(transactionId)}`,
  }),
  inRows(CDR_SHAPE, {
    id: "transaction-account",
    what: "name the account that they are of",
    fix: "make accountId that of the account in the path",
    find: (rows, { accountId: own }) =>
      faultIn(rows, ({ accountId }) =>
        accountId === own
          ? null
          : `accountId is ${accountId === undefined ? "missing" : "another one"}`,
      ),
  }),
  inEachRow(CDR_SHAPE, {
    id: "transaction-status",
    what: "say whether they are posted or pending",
    fix: "make status POSTED or PENDING",
    faultOf: (row) => wordFault(row, "status", /^(POSTED|PENDING)$/),
  }),
  inEachRow(CDR_SHAPE, {
    id: "transaction-type",
    what: "say of which kind they are",
    fix: "make type a word of the standard, such as PAYMENT or DIRECT_DEBIT",
    faultOf: (row) => wordFault(row, "type", TYPES),
  }),
  inEachRow(CDR_SHAPE, {
    id: "transaction-time",
    what: "say when they were posted",
    fix: "give each posted one postingDateTime in ISO 8601, with a zone",
    faultOf: ({ status, postingDateTime }) =>
      status === "POSTED" || postingDateTime !== undefined
        ? momentFault(postingDateTime, "postingDateTime")
        : null,
  }),
  inEachRow(CDR_SHAPE, {
    id: "transaction-currency",
    what: "are in a currency",
    fix: "make currency a code of ISO 4217, or leave it out for AUD",
    faultOf: currencyFault,
  }),
  inEachRow(CDR_SHAPE, {
    id: "transaction-text",
    what: "say what they are for",
    fix: "give each description and reference: texts, which may be empty",
    faultOf: (row) => {
      const wrong = ["description", "reference"].find((name) => typeof row[name] !== "string");
      return wrong === undefined ? null : `${wrong} is ${quoted(row[wrong])}`;
    },
  }),
];
