// The reading of a server that a user names, which may respond with anything; it shares the event loop with requests.
import { createSimpleFinConnector } from "../../dist/bench/parts.js";
import { toRows } from "./shapes.mjs";

/** The maximum number of values in a response, about that of 32,000 rows. */
const MAX_ROWS = 32_000;
/** The most rows of an account, and the most accounts. */
const ROWS_OF_ACCOUNT = 10_000;
const ACCOUNTS = 500;

/** How many rows each account has. */
const SHAPES = {
  "few accounts": () => ROWS_OF_ACCOUNT,
  "500 accounts": (count) => Math.ceil(count / ACCOUNTS),
};

const toRow = ({ date, cents, name }, at) => ({
  ...{ id: `row ${at}`, posted: Date.parse(date) / 1000, amount: `-${(cents / 100).toFixed(2)}` },
  description: name,
});

const responseOf = (shape, count) => {
  const rows = toRows("all different", count).map(toRow);
  const size = SHAPES[shape](count);
  const accounts = Array.from({ length: Math.ceil(count / size) }, (_, at) => ({
    ...{ id: `account ${at}`, name: "Checking", currency: "USD", balance: "1.00" },
    org: { name: `First Bank ${at}`, domain: `bank-${at}.example` },
    transactions: rows.slice(at * size, (at + 1) * size),
  }));
  // The errors name banks without accounts, so that all accounts are read.
  const errors = accounts.map((_, at) => `Connection to Other Bank ${at} needs attention`);
  return JSON.stringify({ errors, errlist: [], connections: [], accounts });
};

const LOGIN = {
  ...{ institutionId: "ins_1", priority: "user", replaceState: async () => {} },
  connectorState: JSON.stringify({
    ...{ root: "https://bank.example/sf", username: "ann", password: "secret" },
    ...{ accounts: [], waiting: {}, holdings: {} },
  }),
};
/** The days of a single response. */
const PERIOD = { from: "2024-01-08", to: "2024-03-01" };

const pull = (shape, count) => {
  const text = responseOf(shape, count);
  const connector = createSimpleFinConnector({
    ...{ described: () => [], environment: "sandbox", publicUrl: () => "https://link.example" },
    http: { open: () => ({ fetch: async () => new Response(text), close: async () => {} }) },
    ...{ clock: () => Date.UTC(2026, 1, 1), log: { warn: () => {} } },
    requestCounts: { take: async () => 0, wait: async () => 0 },
  });
  return () => connector.pull(LOGIN, PERIOD);
};

/** The work of connectors. */
export const CONNECTORS = [{ name: "pull from a SimpleFIN server", prepare: pull }].map(
  (subject) => ({
    ...{ ...subject, isOnLoop: true, maxRows: MAX_ROWS, shapes: Object.keys(SHAPES) },
  }),
);
