import { nextRead, queryFault, refusalFault, rowFault, wireFault } from "../wire-fault.mjs";

/** @import { Body, Fault } from "../types.d.mts" */

const ROWS = /\/transactions$/;

const eachRow = rowFault(ROWS, ({ transactions: { booked = [], pending = [] } }) => [
  ...booked,
  ...pending,
]);
const eachBooked = rowFault(ROWS, ({ transactions: { booked = [] } }) => booked);

const firstDay = () => new Date(Date.now() - 700 * 86_400_000).toISOString().slice(0, 10);

/**
 * @param {string} code
 * @returns {{ status: number, body: Body }}
 */
const toRefusal = (code) => ({
  status: 400,
  body: { tppMessages: [{ category: "ERROR", code, text: "No." }] },
});

/** @type {readonly Fault[]} */
export const berlinTransactionFaults = [
  wireFault(ROWS, "berlin-transactions-flat", "Rows are in one list without states", (body) => {
    const { booked = [], pending = [] } = body.transactions;
    body.transactions = [...booked, ...pending];
  }),
  wireFault(ROWS, "berlin-pending-no-list", "A single pending row is no list", (body) => {
    body.transactions.pending = {};
  }),
  wireFault(ROWS, "berlin-transactions-in-file", "Rows are in a file of another host", (body) => {
    body.transactions = undefined;
    body._links = { download: { href: "https://files.example/1" } };
  }),
  eachRow("berlin-transaction-no-id", "Rows have no id", (row) => {
    delete row.transactionId;
  }),
  eachRow("berlin-transaction-same-id", "All rows have one id", (row) => {
    row.transactionId = "transaction";
  }),
  eachRow("berlin-transaction-ids-change", "Rows have another id each time", (row) => {
    row.transactionId = `${row.transactionId}-${nextRead()}`;
  }),
  eachRow("berlin-transaction-number", "Amounts are numbers", (row) => {
    row.transactionAmount.amount = Number(row.transactionAmount.amount);
  }),
  eachRow("berlin-transaction-comma", "Amounts have a comma", (row) => {
    row.transactionAmount.amount = row.transactionAmount.amount.replace(".", ",");
  }),
  eachRow("berlin-transaction-no-amount", "Rows have no amount", (row) => {
    delete row.transactionAmount;
  }),
  eachRow("berlin-transaction-unsigned", "Amounts have no sign", (row) => {
    row.transactionAmount.amount = row.transactionAmount.amount.replace("-", "");
  }),
  eachRow("berlin-transaction-sign-reversed", "What goes out is positive", (row) => {
    row.transactionAmount.amount = `${-row.transactionAmount.amount}`;
  }),
  eachRow("berlin-transaction-no-currency", "Amounts have no currency", (row) => {
    delete row.transactionAmount.currency;
  }),
  eachRow("berlin-transaction-other-currency", "Amounts are in another currency", (row) => {
    row.transactionAmount.currency = "SEK";
  }),
  eachBooked("berlin-transaction-no-date", "Booked rows have no bookingDate", (row) => {
    delete row.bookingDate;
  }),
  eachBooked("berlin-transaction-date-moment", "bookingDate is a time", (row) => {
    row.bookingDate = `${row.bookingDate}T00:00:00`;
  }),
  eachBooked("berlin-transaction-date-local", "bookingDate is like 21.11.2026", (row) => {
    row.bookingDate = row.bookingDate.split("-").reverse().join(".");
  }),
  eachRow("berlin-transaction-value-moment", "valueDate is a time", (row) => {
    row.valueDate = `${row.valueDate}T00:00:00Z`;
  }),
  eachBooked("berlin-transaction-in-future", "Booked rows are of a year to come", (row) => {
    row.bookingDate = `${Number(row.bookingDate.slice(0, 4)) + 2}-01-01`;
  }),
  eachRow("berlin-transaction-code-word", "bankTransactionCode is a word", (row) => {
    row.bankTransactionCode = "Transfer";
  }),
  eachRow("berlin-transaction-no-text", "Rows have no text and no names", (row) => {
    for (const name of ["remittanceInformationUnstructured", "creditorName", "debtorName"])
      delete row[name];
  }),
  eachRow("berlin-transaction-text-list", "The text of a row is a list", (row) => {
    row.remittanceInformationUnstructured = [row.remittanceInformationUnstructured];
  }),
  queryFault(ROWS, "berlin-period-ignored", "The period is not looked at", (query) => {
    query.set("dateFrom", firstDay());
    query.delete("dateTo");
  }),
  refusalFault(
    "berlin-history-short",
    "Rows of more than 90 days are refused",
    ({ path, query, now }) =>
      ROWS.test(path) && Date.parse(query.get("dateFrom") ?? "") < now - 90 * 86_400_000,
    toRefusal("PERIOD_INVALID"),
  ),
  refusalFault(
    "berlin-pending-refused",
    "Pending rows are refused",
    ({ path, query }) => ROWS.test(path) && query.get("bookingStatus") === "both",
    toRefusal("PARAMETER_NOT_SUPPORTED"),
  ),
  {
    ...refusalFault(
      "berlin-period-refused",
      "A period is refused",
      ({ path, query }) => ROWS.test(path) && query.has("dateTo"),
      toRefusal("PARAMETER_NOT_SUPPORTED"),
    ),
    // A bank that accepts no period lists all its rows.
    ...queryFault(ROWS, "berlin-period-refused", "A period is refused", (query) => {
      if (!query.has("dateFrom")) query.set("dateFrom", firstDay());
    }),
  },
  wireFault(ROWS, "berlin-next-is-self", "A page leads to itself", (body, _, { path, query }) => {
    body.transactions._links.next = { href: `/v1${path}?${query}` };
  }),
  wireFault(ROWS, "berlin-next-elsewhere", "The next page is at another address", (body) => {
    body.transactions._links.next = { href: "https://gateway.bank.example/v1/next" };
  }),
  wireFault(ROWS, "berlin-next-leads-back", "The second page leads back", (body, _, request) => {
    const query = new URLSearchParams(request.query);
    if (query.has("page")) query.delete("page");
    else query.set("page", "2");
    body.transactions._links.next = { href: `/v1${request.path}?${query}` };
  }),
  queryFault(ROWS, "berlin-page-repeats", "Each page is the first one again", (query) => {
    if (query.has("page")) query.set("shown", query.get("page") ?? "");
    query.delete("page");
  }),
  refusalFault(
    "berlin-page-refused",
    "The second page is refused",
    ({ path, query }) => ROWS.test(path) && query.has("page"),
    toRefusal("FORMAT_ERROR"),
  ),
  wireFault(ROWS, "berlin-row-on-two-pages", "A row is listed twice", (body) => {
    const { booked = [] } = body.transactions;
    if (booked.length > 0) booked.push(structuredClone(booked[0]));
  }),
];
