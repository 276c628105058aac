import type { Check } from "../../check.ts";
import { UK_SHAPE } from "../../consents/shapes.ts";
import { readFields, readText } from "../../reply.ts";
import { faultIn, momentFault, wordFault } from "./findings.ts";
import { inEachRow, inRows, wireRowChecks } from "./row-checks.ts";
import { DIRECTION, ROW_STATUS, wordsAt } from "./uk-words.ts";

/** The checks of transactions of UK Open Banking. */
export const ukTransactionChecks: readonly Check[] = [
  ...wireRowChecks(UK_SHAPE),
  inRows(UK_SHAPE, {
    id: "transaction-account",
    what: "name the account that they are of",
    fix: "make AccountId that of the account in the path",
    find: (rows, { accountId }) =>
      faultIn(rows, ({ AccountId }) =>
        AccountId === accountId
          ? null
          : `AccountId is ${AccountId === undefined ? "missing" : "another one"}`,
      ),
  }),
  inEachRow(UK_SHAPE, {
    id: "transaction-direction",
    what: "say which way the money goes",
    fix: "make CreditDebitIndicator Credit or Debit",
    faultOf: (row) => wordFault(row, "CreditDebitIndicator", DIRECTION),
  }),
  {
    ...inRows(UK_SHAPE, { id: "", what: "", fix: "", find: () => null }),
    id: "transaction-status",
    what: "say whether they are booked or pending",
    fix: "make Status Booked or Pending in 3.1; BOOK, PDNG, INFO, FUTR or RJCT in 4.0",
    find: (observations) =>
      inEachRow(UK_SHAPE, {
        ...{ id: "", what: "", fix: "" },
        faultOf: (row) => wordFault(row, "Status", wordsAt(ROW_STATUS, observations)),
      }).find(observations),
  },
  inEachRow(UK_SHAPE, {
    id: "transaction-time",
    what: "say when they were booked",
    fix: "make BookingDateTime a time in ISO 8601; that of a pending one is expected",
    faultOf: ({ BookingDateTime }) => {
      const fault = momentFault(BookingDateTime, "BookingDateTime");
      return fault?.endsWith("no zone") ? null : fault;
    },
  }),
  inEachRow(UK_SHAPE, {
    id: "transaction-zone",
    what: "say in which zone their time is",
    fix: "add Z or an offset to BookingDateTime: without one the day is taken as it stands",
    level: "should",
    faultOf: ({ BookingDateTime }) => {
      const fault = momentFault(BookingDateTime, "BookingDateTime");
      return fault?.endsWith("no zone") ? fault : null;
    },
  }),
  inEachRow(UK_SHAPE, {
    id: "transaction-mutability",
    what: "say whether they may change",
    fix: "make TransactionMutability Mutable or Immutable, or leave it out",
    faultOf: (row) =>
      wordFault(row, "TransactionMutability", /^(Mutable|Immutable)$/, { isOptional: true }),
  }),
  inEachRow(UK_SHAPE, {
    id: "transaction-text",
    what: "say what they were for",
    fix: "add TransactionInformation, or MerchantDetails.MerchantName: ReadTransactionsDetail asks for them",
    level: "should",
    faultOf: (row) =>
      (readText(row, "TransactionInformation") ??
      readText(readFields(row.MerchantDetails), "MerchantName"))
        ? null
        : "TransactionInformation is missing",
  }),
];
