// The work of the store on the transactions of an Item, in an SQLite file; its statements share the event loop with
// requests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import {
  eraseRemovedItem,
  newFeed,
  openServices,
  readSettings,
  writeChanges,
} from "../../dist/bench/parts.js";
import { makeItem } from "../api/fill.mjs";
import { rowsOf, toTransaction } from "./shapes.mjs";

/** Each page is a request of its own. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const PERIOD = { from: "2000-01-01", to: "2100-01-01" };
const PAGE = { period: PERIOD, accountIds: null, count: 500, withDescription: true };

/** To write more rows before each round takes minutes. */
const MAX_ROWS = 32_000;

/** One store for all sizes: an Item of each is added to it. */
let store;
const opened = async () => {
  if (store) return store;
  const folder = mkdtempSync(join(tmpdir(), "service-link-growth-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const log = pino({ level: "error" }, pino.destination(2));
  const { services, client } = await openServices(readSettings({ data: folder }, {}), { log });
  let items = 0;
  store = {
    services,
    newItem: async () => {
      const { itemId } = await makeItem(services, client, `item ${items++}`, ["transactions"]);
      return services.store.items.byItemId(itemId);
    },
  };
  return store;
};

const transactionsOf = (item, shape, count) =>
  rowsOf(shape, count).map((fields, at) =>
    toTransaction(fields, at, { account_id: `account-${item.itemId}0` }),
  );

const write = async ({ services }, item, added, modified = []) => {
  const { transactions } = services.store;
  await transactions.begin(newFeed(item.itemId));
  const feed = await transactions.feed(item.itemId);
  const next = { status: "HISTORICAL_UPDATE_COMPLETE", pulledAt: services.clock() };
  const changes = { added, modified, removed: [] };
  if (!(await writeChanges(services, item, { feed, changes, next })))
    throw new Error("the transactions were not written");
};

/** An Item with transactions. */
const filled = async (shape, count) => {
  const all = await opened();
  const item = await all.newItem();
  await write(all, item, transactionsOf(item, shape, count));
  return { ...all, item, transactions: all.services.store.transactions };
};

/** The work of the store. */
export const STORE = [
  {
    name: "write transactions",
    prepare: async (shape, count) => {
      const all = await opened();
      const item = await all.newItem();
      const added = transactionsOf(item, shape, count);
      return () => write(all, item, added);
    },
  },
  {
    name: "write modified transactions",
    prepare: async (shape, count) => {
      const all = await filled(shape, count);
      const modified = transactionsOf(all.item, shape, count).map((each) => ({
        ...each,
        name: "Changed",
      }));
      return () => write(all, all.item, [], modified);
    },
  },
  {
    name: "delete an Item",
    prepare: async (shape, count) => {
      const { services, item } = await filled(shape, count);
      return async () => {
        const { items } = services.store;
        if (!(await items.remove(item, services.clock())))
          throw new Error("the Item was not removed");
        await eraseRemovedItem(services, item.itemId, Number.POSITIVE_INFINITY);
      };
    },
  },
  {
    name: "read transactions a page at a time",
    prepare: async (shape, count) => {
      const { transactions, item } = await filled(shape, count);
      return async () => {
        for (let offset = 0; offset < count; offset += PAGE.count) {
          await nextTurn();
          await transactions.page(item.itemId, { ...PAGE, offset, publicUrl: null });
        }
      };
    },
  },
  {
    name: "read changes a page at a time",
    prepare: async (shape, count) => {
      const { transactions, item } = await filled(shape, count);
      return async () => {
        for (let after = 0; after < count; after += PAGE.count) {
          await nextTurn();
          const page = { after, upTo: count, count: PAGE.count, publicUrl: null };
          await transactions.added(item.itemId, { ...page, withDescription: true });
        }
      };
    },
  },
].map((subject) => ({ ...subject, isOnLoop: true, maxRows: MAX_ROWS, shapes: ["all different"] }));
