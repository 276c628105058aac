import { nextRead, queryFault, refusalFault, rowFault, wireFault } from "../wire-fault.mjs";

/** @import { Fault } from "../types.d.mts" */

const ROWS = /\/transactions$/;

const eachRow = rowFault(ROWS, (body) => body.Data.Transaction);

/** @type {readonly Fault[]} */
export const ukTransactionFaults = [
  wireFault(ROWS, "uk-transactions-no-list", "An account without rows has no list", (body) => {
    body.Data.Transaction = null;
  }),
  eachRow("uk-transaction-no-id", "Rows have no TransactionId", (row) => {
    delete row.TransactionId;
  }),
  eachRow("uk-transaction-same-id", "All rows have one TransactionId", (row) => {
    row.TransactionId = "transaction";
  }),
  eachRow("uk-transaction-ids-change", "Rows have another TransactionId each time", (row) => {
    row.TransactionId = `${row.TransactionId}-${nextRead()}`;
  }),
  eachRow("uk-transaction-other-account", "Rows name another account", (row) => {
    row.AccountId = "another";
  }),
  eachRow("uk-transaction-unknown-status", "Rows are Settled", (row) => {
    row.Status = "Settled";
  }),
  eachRow("uk-transaction-no-direction", "Rows have no CreditDebitIndicator", (row) => {
    delete row.CreditDebitIndicator;
  }),
  eachRow("uk-transaction-direction-letter", "CreditDebitIndicator is C or D", (row) => {
    row.CreditDebitIndicator = row.CreditDebitIndicator[0];
  }),
  eachRow("uk-transaction-number", "Amounts are numbers", (row) => {
    row.Amount.Amount = Number(row.Amount.Amount);
  }),
  eachRow("uk-transaction-negative", "Amounts have a sign next to the indicator", (row) => {
    if (row.CreditDebitIndicator === "Debit") row.Amount.Amount = `-${row.Amount.Amount}`;
  }),
  eachRow("uk-transaction-comma", "Amounts have a comma", (row) => {
    row.Amount.Amount = row.Amount.Amount.replace(".", ",");
  }),
  eachRow("uk-transaction-no-currency", "Amounts have no currency", (row) => {
    delete row.Amount.Currency;
  }),
  eachRow("uk-transaction-other-currency", "Amounts are in another currency", (row) => {
    row.Amount.Currency = "USD";
  }),
  eachRow("uk-transaction-no-time", "Rows have no BookingDateTime", (row) => {
    delete row.BookingDateTime;
  }),
  eachRow("uk-transaction-local-time", "BookingDateTime is like 21/11/2026", (row) => {
    row.BookingDateTime = row.BookingDateTime.slice(0, 10).split("-").reverse().join("/");
  }),
  eachRow("uk-transaction-zone-free", "BookingDateTime has no zone", (row) => {
    row.BookingDateTime = row.BookingDateTime.slice(0, 19);
  }),
  eachRow("uk-transaction-in-future", "Rows are of next year", (row) => {
    row.BookingDateTime = `${Number(row.BookingDateTime.slice(0, 4)) + 2}-01-01T00:00:00Z`;
  }),
  eachRow("uk-transaction-unknown-mutability", "TransactionMutability is true", (row) => {
    row.TransactionMutability = true;
  }),
  eachRow("uk-transaction-no-text", "Rows have no text and no merchant", (row) => {
    delete row.TransactionInformation;
    delete row.MerchantDetails;
  }),
  queryFault(ROWS, "uk-period-ignored", "The period is not looked at", (query) => {
    query.delete("fromBookingDateTime");
    query.delete("toBookingDateTime");
  }),
  refusalFault(
    "uk-period-refused",
    "A period is refused",
    ({ path, query }) => ROWS.test(path) && query.has("fromBookingDateTime"),
    {
      status: 400,
      body: {
        Code: "400",
        Message: "No.",
        Errors: [{ ErrorCode: "UK.OBIE.Field.Unexpected", Message: "fromBookingDateTime" }],
      },
    },
  ),
  wireFault(ROWS, "uk-next-is-self", "A page leads to itself", (body) => {
    body.Links.Next = body.Links.Self;
  }),
  wireFault(ROWS, "uk-next-elsewhere", "The next page is at another address", (body) => {
    body.Links.Next = "https://gateway.bank.example/aisp/transactions?page=2";
  }),
  wireFault(ROWS, "uk-next-leads-back", "The second page leads to the first one", (body) => {
    const url = new URL(body.Links.Self);
    const isSecond = url.searchParams.has("page");
    if (isSecond) url.searchParams.delete("page");
    else url.searchParams.set("page", "2");
    body.Links.Next = url.href;
  }),
  queryFault(ROWS, "uk-page-repeats", "Each page is the first one again", (query) => {
    if (query.has("page")) query.set("shown", query.get("page") ?? "");
    query.delete("page");
  }),
  refusalFault(
    "uk-page-refused",
    "The second page is refused",
    ({ path, query }) => ROWS.test(path) && query.has("page"),
    { status: 400, body: { Code: "400", Message: "No.", Errors: [{ ErrorCode: "U002" }] } },
  ),
  wireFault(ROWS, "uk-row-on-two-pages", "A row is on two pages", (body) => {
    const rows = body.Data.Transaction;
    if (rows.length > 0) rows.push(structuredClone(rows[0]));
  }),
];
