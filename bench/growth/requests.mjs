// The longest work that one request or job causes, in an SQLite file: a refresh, files of transactions, Asset Reports.
import {
  makeAssetReport,
  newAssetReport,
  openStatements,
  printAssetReport,
  pullTransactions,
  sealCredentials,
  WRITERS,
} from "../../dist/bench/parts.js";
import { toRows, toTransaction } from "./shapes.mjs";
import { opened, write } from "./store.mjs";

const DAY_MS = 86_400_000;
/** The number of days that a refresh of an Item or a report covers. */
const DAYS = 700;
/** An Item's maximum number of rows takes minutes to write, so growth is measured on fewer rows. */
const MAX_ROWS = 32_000;

/** How rows are divided among accounts and days. */
const SHAPES = {
  "all of a day": () => ({ day: 1, account: 0 }),
  "all different": (at, count) => ({ day: Math.floor((at * DAYS) / count), account: 0 }),
  "ten accounts": (at, count) => ({ day: Math.floor((at * DAYS) / count), account: at % 10 }),
};

const NOTHING = { iso_currency_code: "USD", unofficial_currency_code: null };

/** An Item with past transactions, and its institution's lists. */
const filled = async (shape, count) => {
  const all = await opened();
  const { services } = all;
  const item = await all.newItem();
  const sealedLogin = sealCredentials(services, item.itemId, {});
  const accounts = await services.store.items.accounts(item.itemId);
  const rows = toRows("all different", count).map((fields, at) => {
    const { day, account } = SHAPES[shape](at, count);
    const date = new Date(services.clock() - day * DAY_MS).toISOString().slice(0, 10);
    return { ...fields, date, account };
  });
  const listOf = (changes = () => ({})) =>
    rows.map((fields, at) => {
      const {
        transaction_id: _,
        account_id: __,
        category: ___,
        possible_match,
        ...facts
      } = toTransaction(fields, at);
      void possible_match;
      const { key } = accounts[fields.account];
      return { ...facts, key: `row ${at}`, accountKey: key, pendingKey: null, ...changes(at) };
    });
  return { ...all, item: { ...item, sealedLogin }, accounts, rows, listOf };
};

/** The services with an institution whose accounts have these transactions. */
const servicesWith = (services, accounts, list) => {
  const connector = {
    pull: async () => ({
      transactions: list,
      balances: accounts.map(({ key, account }) => ({ key, balances: account.balances })),
    }),
    identity: async () => [],
  };
  return { ...services, directory: { ...services.directory, connectorOf: () => connector } };
};

/** An Item whose complete history was pulled, and the list for its refresh. */
const pulled = async (shape, count, changes) => {
  const { services, item, accounts, listOf } = await filled(shape, count);
  const first = servicesWith(services, accounts, listOf());
  for (let status; status !== "HISTORICAL_UPDATE_COMPLETE"; )
    ({ to: status } = await pullTransactions(first, item));
  // A refresh reads the complete history, as after a file.
  const since = new Date(services.clock() - (DAYS + 1) * DAY_MS).toISOString().slice(0, 10);
  const next = servicesWith(services, accounts, listOf(changes));
  return { services: next, item, accounts, since };
};

const REFRESHES = {
  "refresh with nothing new": undefined,
  "refresh with all modified": () => ({ name: "Changed", original_description: "Changed" }),
  "refresh with other ids": (at) => ({ key: `other ${at}` }),
};

const refreshes = Object.entries(REFRESHES).map(([name, changes]) => ({
  name,
  prepare: async (shape, count) => {
    const { services, item, since } = await pulled(shape, count, changes);
    return () => pullTransactions(services, item, { since });
  },
}));

const first = {
  name: "pull a history",
  prepare: async (shape, count) => {
    const { services, item, accounts, listOf } = await filled(shape, count);
    const own = servicesWith(services, accounts, listOf());
    return async () => {
      for (let status; status !== "HISTORICAL_UPDATE_COMPLETE"; )
        ({ to: status } = await pullTransactions(own, item));
    };
  },
};

/** An Item with stored rows for `/transactions/export`. */
const stored = async (shape, count) => {
  const all = await filled(shape, count);
  const { item, accounts, rows } = all;
  const added = rows.map((fields, at) =>
    toTransaction(fields, at, {
      account_id: accounts[fields.account].account.account_id,
      ...NOTHING,
    }),
  );
  await write(all, item, added);
  return all;
};

const exports = Object.keys(WRITERS).map((format) => ({
  name: `export as ${format}`,
  prepare: async (shape, count) => {
    const { services, item, accounts } = await stored(shape, count);
    const today = new Date(services.clock()).toISOString().slice(0, 10);
    return async () => {
      const statements = await openStatements(
        services.store.transactions,
        accounts.map(({ account }) => ({ itemId: item.itemId, account })),
        { from: "2000-01-01", to: today, today },
      );
      for await (const _ of WRITERS[format].write(statements, { day: today })) void _;
    };
  },
}));

const NOBODY = {
  ...{ client_user_id: null, first_name: null, middle_name: null, last_name: null },
  ...{ ssn: null, phone_number: null, email: null },
};

/** A requested report of an Item whose history was pulled. */
const requested = async (shape, count) => {
  const { services, item } = await pulled(shape, count);
  const { assetReports, items } = services.store;
  const { record } = newAssetReport(services, {
    ...{ clientId: item.clientId, itemIds: [item.itemId], excludedAccountIds: [] },
    ...{ daysRequested: DAYS + 1, requireAllItems: true, clientReportId: null, webhook: null },
    ...{ user: NOBODY, state: { at: "making" } },
  });
  await assetReports.create(record, []);
  const store = { ...services.store, items: { ...items, byItemId: async () => item } };
  const id = record.assetReportId;
  const make = async () => {
    const outcome = await makeAssetReport({ ...services, store }, id, { isLastTry: true });
    if (outcome !== "made") throw new Error(`the report was ${outcome}`);
  };
  return { make, print: () => printAssetReport(services, id) };
};

const reports = [
  { name: "make an Asset Report", prepare: async (...of) => (await requested(...of)).make },
  {
    name: "print an Asset Report",
    prepare: async (...of) => {
      const { make, print } = await requested(...of);
      await make();
      return print;
    },
  },
];

/** The long work of requests. */
export const REQUESTS = [first, ...refreshes, ...exports, ...reports].map((subject) => ({
  ...subject,
  isOnLoop: true,
  maxRows: MAX_ROWS,
  shapes: Object.keys(SHAPES),
}));
