import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import type { Check } from "../../check.ts";
import { UK_SHAPE } from "../../consents/shapes.ts";
import { readFields, readText } from "../../reply.ts";
import { amountFault, faultIn, momentFault, quoted, wordFault } from "./findings.ts";
import { inEachRow, inRows, wireRowChecks } from "./row-checks.ts";
import { DIRECTION, ROW_STATUS, wordsAt } from "./uk-words.ts";

/** The checks of transactions of UK Open Banking. */
export const ukTransactionChecks: readonly Check[] = [
  ...wireRowChecks(UK_SHAPE),
  {
    ...inRows(UK_SHAPE, {
      id: "paging-total",
      what: "have as many pages as they say",
      fix: "link to the next page while there is one, or make Meta.TotalPages the number of pages",
      find: (_, { pages: [first], pages, end }) => {
        const total = valueAt(first?.body, "Meta.TotalPages");
        if (end !== "last page" || typeof total !== "number") return null;
        return total > pages.length
          ? `Meta.TotalPages is ${total}, and the links end on page ${pages.length}`
          : null;
      },
    }),
    level: "should",
  },
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
    fix: "add Z or an offset such as +01:00 to BookingDateTime: without one the day is taken as it stands",
    level: "should",
    faultOf: ({ BookingDateTime }) => {
      const fault = momentFault(BookingDateTime, "BookingDateTime");
      if (fault !== null) return fault.endsWith("no zone") ? fault : null;
      return /[+-]\d{4}$/.test(String(BookingDateTime))
        ? "the offset of BookingDateTime has no colon"
        : null;
    },
  }),
  inEachRow(UK_SHAPE, {
    id: "transaction-merchant",
    what: "have the code of a merchant's category, if they have one",
    fix: "make MerchantDetails.MerchantCategoryCode a text of 3 or 4 digits, or leave it out",
    level: "should",
    faultOf: ({ MerchantDetails }) => {
      const { MerchantCategoryCode: code } = readFields(MerchantDetails);
      return code === undefined || (typeof code === "string" && /^\d{3,4}$/.test(code))
        ? null
        : `MerchantCategoryCode is ${quoted(code)}`;
    },
  }),
  inEachRow(UK_SHAPE, {
    id: "transaction-code",
    what: "have a code of the bank's, if they have one",
    fix: "make BankTransactionCode an object with Code and SubCode, or leave it out",
    level: "should",
    faultOf: ({ BankTransactionCode: code }) =>
      code === undefined || readText(code, "Code") !== undefined
        ? null
        : `BankTransactionCode is ${quoted(code)}`,
  }),
  inEachRow(UK_SHAPE, {
    id: "transaction-balance",
    what: "have the balance after them with its direction, if they have one",
    fix: "make Balance.Amount.Amount a text without a sign, next to Balance.CreditDebitIndicator, or leave Balance out",
    level: "should",
    faultOf: ({ Balance }) => {
      if (Balance === undefined) return null;
      const balance = readFields(Balance);
      return (
        amountFault(readFields(balance.Amount).Amount, {
          ...{ field: "Balance.Amount.Amount", isSigned: false },
        }) ?? wordFault(balance, "CreditDebitIndicator", DIRECTION)
      );
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
