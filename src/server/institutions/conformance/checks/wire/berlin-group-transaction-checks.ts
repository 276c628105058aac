import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import { TRANSACTIONS_FILE } from "../../../../connectors/data-api/dialects/berlin-group/transactions-file.ts";
import { linkToFile } from "../../../../connectors/data-api/rows-file.ts";
import type { Check } from "../../check.ts";
import { BERLIN_GROUP_SHAPE } from "../../consents/shapes.ts";
import { readText } from "../../reply.ts";
import { amountFault, dayFault, faultIn, quoted, type Row, rowsAt, wordFault } from "./findings.ts";
import { inEachRow, inRows, wireRowChecks } from "./row-checks.ts";

/** The number of rows above which all credits are implausible. */
const MANY_ROWS = 20;

/** The checks of transactions of NextGenPSD2. */
export const berlinGroupTransactionChecks: readonly Check[] = [
  ...wireRowChecks(BERLIN_GROUP_SHAPE),
  {
    id: "transactions-in-body",
    area: "Transactions",
    what: "are in the response, or in a file at the address of the data",
    fix: "list them at transactions.booked, or link _links.download to JSON, camt.053 or MT940 at the host of the data or of the issuer",
    find: ({ consent, issuer }) => {
      const [first] = consent?.rows?.pages ?? [];
      if (first?.failure !== null) return undefined;
      const link = linkToFile(first.body, "transactions.booked", TRANSACTIONS_FILE);
      if (link === null) return null;
      const origins = [first.url, issuer].map((url) => new URL(url).origin);
      return origins.includes(URL.parse(link, first.url)?.origin ?? "")
        ? null
        : "are in a file that is elsewhere";
    },
  },
  inBooked({
    id: "transaction-date",
    what: "say on which day they were booked",
    fix: "make bookingDate a day, YYYY-MM-DD",
    faultOf: ({ bookingDate }) => dayFault(bookingDate, "bookingDate"),
  }),
  inEachRow(BERLIN_GROUP_SHAPE, {
    id: "transaction-value-date",
    what: "say of which day they are, if they do",
    fix: "make valueDate a day, YYYY-MM-DD, or leave it out",
    faultOf: ({ valueDate }) => (valueDate === undefined ? null : dayFault(valueDate, "valueDate")),
  }),
  inEachRow(BERLIN_GROUP_SHAPE, {
    id: "transaction-sign",
    what: "have the sign of the way that the money goes",
    fix: "make transactionAmount.amount negative for a debit, whose other side is the creditor, and positive for a credit",
    faultOf: (row) => {
      const amount = Number(valueAt(row, "transactionAmount.amount"));
      if (row.creditDebitIndicator === "DBIT" && amount > 0)
        return "creditDebitIndicator is DBIT, and the amount is positive";
      const [hasCreditor, hasDebtor] = [
        readText(row, "creditorName"),
        readText(row, "debtorName"),
      ].map((name) => name !== undefined);
      if (hasCreditor === hasDebtor || Number.isNaN(amount) || amount === 0) return null;
      if (hasCreditor && amount > 0) return "a payment to a creditor is positive";
      return hasDebtor && amount < 0 ? "a payment from a debtor is negative" : null;
    },
  }),
  inRows(BERLIN_GROUP_SHAPE, {
    id: "transaction-signs",
    what: "have signs at all",
    fix: "make transactionAmount.amount negative for what goes out",
    level: "should",
    find: (rows) => {
      const amounts = rows.map((row) => Number(valueAt(row, "transactionAmount.amount")));
      const hasOne = amounts.some((amount) => amount < 0) || amounts.some(Number.isNaN);
      return hasOne || amounts.length < MANY_ROWS
        ? null
        : `no amount of ${amounts.length} is negative`;
    },
  }),
  inEachRow(BERLIN_GROUP_SHAPE, {
    id: "transaction-structured",
    what: "have a structured reference as a text, if they have one",
    fix: "make remittanceInformationStructured a text of at most 140 characters",
    level: "should",
    faultOf: ({ remittanceInformationStructured: text }) =>
      text === undefined || typeof text === "string"
        ? null
        : `remittanceInformationStructured is ${quoted(text)}`,
  }),
  inEachRow(BERLIN_GROUP_SHAPE, {
    id: "transaction-merchant",
    what: "have the code of a merchant's category, if they have one",
    fix: "make merchantCategoryCode a text of 4 digits, or leave it out",
    level: "should",
    faultOf: ({ merchantCategoryCode: code }) =>
      code === undefined || (typeof code === "string" && /^\d{4}$/.test(code))
        ? null
        : `merchantCategoryCode is ${quoted(code)}`,
  }),
  inEachRow(BERLIN_GROUP_SHAPE, {
    id: "transaction-balance",
    what: "have the balance after them as an amount, if they have one",
    fix: 'make balanceAfterTransaction.balanceAmount.amount a text such as "12.50", or leave it out',
    level: "should",
    faultOf: ({ balanceAfterTransaction: balance }) =>
      balance === undefined
        ? null
        : amountFault(valueAt(balance, "balanceAmount.amount"), {
            ...{ field: "balanceAfterTransaction.balanceAmount.amount", isSigned: true },
          }),
  }),
  inRows(BERLIN_GROUP_SHAPE, {
    id: "paging-href",
    what: "have the link to the next page as the standard writes links",
    fix: 'make _links.next an object: {"href": "…"}',
    level: "should",
    find: (_, { pages }) => {
      const links = pages.flatMap(({ body }) => valueAt(body, "transactions._links.next") ?? []);
      return links.some((link) => typeof link === "string") ? "_links.next is a text" : null;
    },
  }),
  inEachRow(BERLIN_GROUP_SHAPE, {
    id: "transaction-code",
    what: "have codes of ISO 20022, if they have one",
    fix: "make bankTransactionCode such as PMNT-ICDT-ESCT, or leave it out",
    level: "should",
    faultOf: (row) =>
      wordFault(row, "bankTransactionCode", /^[A-Z]{4}(-[A-Z]{4}){2}$/, { isOptional: true }),
  }),
  inEachRow(BERLIN_GROUP_SHAPE, {
    id: "transaction-text",
    what: "say what they were for",
    fix: "add remittanceInformationUnstructured as a text, or creditorName or debtorName",
    level: "should",
    faultOf: (row) => {
      const value = row.remittanceInformationUnstructured;
      if (value !== undefined && typeof value !== "string")
        return `remittanceInformationUnstructured is ${quoted(value)}`;
      const texts = [value, row.creditorName, row.debtorName, row.additionalInformation];
      return texts.some(Boolean) || Array.isArray(row.remittanceInformationUnstructuredArray)
        ? null
        : "remittanceInformationUnstructured is missing";
    },
  }),
];

/** A check of each booked row. */
function inBooked({
  faultOf,
  ...check
}: Omit<Check, "area" | "find"> & { faultOf(row: Row): string | null }): Check {
  return {
    ...check,
    area: "Transactions",
    find: ({ consent }) => {
      const { rows = null } = consent ?? {};
      if (rows === null || rows.pages[0]?.failure !== null) return undefined;
      const booked = rows.pages.flatMap(({ body }) => rowsAt(body, "transactions.booked") ?? []);
      return booked.length === 0 ? undefined : faultIn(booked, faultOf);
    },
  };
}
