// The work on the transactions of an Item, which shares the event loop with requests.
import {
  changesBetween,
  enrichChanges,
  incomeOf,
  loadKnowledge,
  matchTransactions,
  recurringStreamsIn,
} from "../../dist/bench/parts.js";
import { toRows, toTransaction } from "./shapes.mjs";

const PAGE = 250;
const NOW = Date.UTC(2026, 1, 1);
const DAY_MS = 86_400_000;
const CASH_INCOME = "16001000";

const toTransactions = (shape, count) =>
  toRows(shape, count).map((fields, at) => toTransaction(fields, at));

const pendingAndPosted = (shape, count) => {
  const rows = toRows(shape, count);
  return [
    rows.map((row, at) =>
      toTransaction(row, at, { transaction_id: `pending ${at}`, pending: true }),
    ),
    rows.map((row, at) => toTransaction(row, at, { transaction_id: `posted ${at}` })),
  ];
};

async function* pagesOf(transactions) {
  for (let at = 0; at < transactions.length; at += PAGE) {
    await new Promise((resolve) => setImmediate(resolve));
    yield transactions.slice(at, at + PAGE).map((transaction) => ({ transaction }));
  }
}

/** The work on transactions. */
export const TRANSACTIONS = [
  {
    name: "match pending with posted",
    // Smaller sets of different rows are on separate days. Larger sets give each row more
    // neighbours.
    minRows: 16_000,
    prepare: (shape, count) => {
      const [pending, posted] = pendingAndPosted(shape, count);
      return () => matchTransactions(pending, posted);
    },
  },
  {
    name: "compare a list with the stored one",
    prepare: (shape, count) => {
      const [stored, listed] = pendingAndPosted(shape, count);
      return () => changesBetween(stored, listed);
    },
  },
  {
    name: "search recurring streams",
    prepare: (shape, count) => {
      const transactions = toTransactions(shape, count);
      return () => recurringStreamsIn(transactions, NOW / DAY_MS);
    },
  },
  {
    name: "search income",
    prepare: (shape, count) => {
      const transactions = toTransactions(shape, count).map((each) => ({
        ...{ ...each, amount: -each.amount, category_id: CASH_INCOME },
      }));
      return () => incomeOf(pagesOf(transactions), NOW);
    },
  },
  {
    name: "enrich",
    prepare: async (shape, count) => {
      const knowledge = await loadKnowledge();
      const added = toTransactions(shape, count);
      return () => enrichChanges(knowledge, { added, modified: [], removed: [] });
    },
  },
].map((subject) => ({ ...subject, isOnLoop: true }));
