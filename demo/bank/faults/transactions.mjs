/** @import { Body, Fault } from "./types.d.mts" */

/**
 * A fault of each transaction.
 * @param {string} name
 * @param {string} description
 * @param {(transaction: Body, index: number) => object} change
 * @returns {Fault}
 */
const each = (name, description, change) => ({
  name,
  description,
  data: (path, body) =>
    path.endsWith("/transactions")
      ? { ...body, transactions: body.transactions.map(change) }
      : body,
});

/**
 * A fault of a page of transactions.
 * @param {string} name
 * @param {string} description
 * @param {(body: Body, query: URLSearchParams) => object} change
 * @returns {Fault}
 */
const eachPage = (name, description, change) => ({
  name,
  description,
  data: (path, body, query) => (path.endsWith("/transactions") ? change(body, query) : body),
});

let reads = 0;

/** @type {readonly Fault[]} */
export const transactionFaults = [
  each("transaction-no-id", "Transactions have no id", ({ transactionId: _, ...rest }) => rest),
  each("transaction-same-id", "All transactions have the same id", (rest) => ({
    ...rest,
    transactionId: "transaction-1",
  })),
  eachPage("transaction-ids-change", "Transactions have another id each time", (body) => {
    reads += 1;
    return {
      ...body,
      transactions: body.transactions.map((/** @type {Body} */ row) => ({
        ...row,
        transactionId: `${row.transactionId}.${reads}`,
      })),
    };
  }),
  each("transaction-amount-text", "Amounts are words", (rest) => ({
    ...rest,
    amount: `$${rest.amount}`,
  })),
  each("transaction-amount-negative", "Amounts have a sign next to debitCreditMemo", (rest) => ({
    ...rest,
    amount: rest.debitCreditMemo === "DEBIT" ? -rest.amount : rest.amount,
  })),
  each(
    "transaction-no-direction",
    "Nothing says which way money goes",
    ({ debitCreditMemo: _, ...rest }) => rest,
  ),
  each(
    "transaction-no-time",
    "Transactions have no time",
    ({ transactionTimestamp: _, ...rest }) => ({
      ...rest,
      postedTimestamp: undefined,
    }),
  ),
  each("transaction-local-time", "Times are no ISO 8601", (rest) => ({
    ...rest,
    transactionTimestamp: "11/21/2026",
  })),
  each("transaction-in-future", "Transactions are of next year", (rest) => ({
    ...rest,
    transactionTimestamp: new Date(Date.now() + 366 * 86_400_000).toISOString(),
  })),
  each("transaction-no-status", "Nothing says what is pending", ({ status: _, ...rest }) => rest),
  each("transaction-no-description", "Transactions have no description", (rest) => ({
    ...rest,
    description: "",
  })),
  {
    name: "period-ignored",
    description: "startTime and endTime are not looked at",
    query: (query) => {
      query.delete("startTime");
      query.delete("endTime");
    },
  },
  {
    name: "limit-ignored",
    description: "A page has more rows than its limit",
    query: (query) => query.set("limit", "500"),
  },
  eachPage("paging-endless", "The last page has a next one, which is itself", (body, query) => ({
    ...body,
    page: { ...body.page, nextPageKey: body.page.nextPageKey ?? query.get("pageKey") ?? "1" },
  })),
  {
    name: "paging-repeats",
    description: "Each page is the first one again",
    query: (query) => query.delete("pageKey"),
    data: (path, body) => {
      reads += 1;
      const page = { ...body.page, nextPageKey: `page-${reads}` };
      return path.endsWith("/transactions") ? { ...body, page } : body;
    },
  },
  {
    name: "paging-key-refused",
    description: "The key of the next page is refused",
    reply: (part, { url }) =>
      part === "data" && url?.includes("pageKey=")
        ? { status: 400, body: { code: "704", message: "No such page" } }
        : undefined,
  },
];
