// The work on reports of all Items of a user, which shares the event loop with requests.
import { makeBaseReport, makeIncomeInsights, makeNetworkInsights } from "../../dist/bench/parts.js";
import { OF_ONE_ACCOUNT, toRows, toTransaction } from "./shapes.mjs";

const NOW = Date.UTC(2026, 1, 1);
const REQUEST = { reportId: "report", clientReportId: null, daysRequested: 731, now: NOW };

/** The maximum number of transactions of a report. */
const MAX_ROWS = 25_000;
/** The accounts of the shape of many. */
const ACCOUNTS = 100;

const BALANCES = {
  ...{ available: 100, current: 100, limit: null, iso_currency_code: "USD" },
  unofficial_currency_code: null,
};

const toAccount = (id, transactions) => ({
  account: {
    ...{ account_id: id, balances: BALANCES, mask: "1234", name: id, official_name: null },
    ...{ type: "depository", subtype: "checking" },
  },
  owners: [{ names: ["Ann Example"], phone_numbers: [], emails: [], addresses: [] }],
  transactions,
});

/** Rows that a field makes income, loans or expenses. */
const toItems = (shape, count, changes) => {
  const isMany = shape === MANY;
  const rows = toRows(isMany ? "all different" : shape, count).map((fields, at) =>
    toTransaction({ ...fields, account: isMany ? at % ACCOUNTS : 0 }, at, changes(fields, at)),
  );
  const accounts = Map.groupBy(rows, ({ account_id }) => account_id);
  return [
    {
      ...{ itemId: "item", institutionId: "ins_1", institutionName: "One Bank" },
      ...{ updatedAt: NOW, connectedAt: NOW },
      accounts: Array.from(accounts, ([id, transactions]) => toAccount(id, transactions)),
    },
  ];
};

const MANY = "a hundred accounts";
const incoming = (fields) => ({ amount: -fields.cents / 100 });
const SUBJECTS = [
  { name: "make a base report", make: makeBaseReport, changes: () => ({}) },
  {
    name: "make income insights of wages",
    make: makeIncomeInsights,
    changes: (fields) => ({ ...incoming(fields), category_id: "16001000" }),
  },
  { name: "make income insights of inflows", make: makeIncomeInsights, changes: incoming },
  {
    name: "make income insights of payments both ways",
    make: makeIncomeInsights,
    changes: (fields, at) => (at % 2 ? incoming(fields) : {}),
  },
  {
    name: "make network insights",
    make: makeNetworkInsights,
    changes: () => ({ category_id: "18002000" }),
  },
];

/** The work on reports. */
export const REPORTS = SUBJECTS.map(({ name, make, changes }) => ({
  name,
  isOnLoop: true,
  maxRows: MAX_ROWS,
  shapes: [...OF_ONE_ACCOUNT, MANY],
  prepare: (shape, count) => {
    const items = toItems(shape, count, changes);
    return () => make(items, REQUEST);
  },
}));
