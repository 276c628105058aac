// The work of the store on the transactions of an Item, in an SQLite file; its statements share the event loop with
// requests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import {
  DOORS,
  eraseRemovedItem,
  newFeed,
  openServices,
  readSettings,
  writeChanges,
} from "../../dist/bench/parts.js";
import { makeItem } from "../api/fill.mjs";
import { toRows, toTransaction } from "./shapes.mjs";

/** Each page is a separate request. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const DOOR_NAMES = Object.keys(DOORS).join();

const PERIOD = { from: "2000-01-01", to: "2100-01-01" };
const PAGE = { period: PERIOD, accountIds: null, count: 500, withDescription: true };

/** The shape with as many pending as posted transactions on the same day. */
const PENDING = "pending and posted";
const SHAPES = ["all different", "all equal", "as many accounts as rows", PENDING];

/** To write more rows before each round takes minutes. */
const MAX_ROWS = 32_000;

/** A single store for all sizes, with an Item of each size. */
let store;
export const opened = async () => {
  if (store) return store;
  const folder = mkdtempSync(join(tmpdir(), "service-link-growth-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const log = pino({ level: "error" }, pino.destination(2));
  const settings = readSettings({ data: folder }, { DOORS: DOOR_NAMES });
  const { services, client } = await openServices(settings, { log });
  let items = 0;
  store = {
    services,
    client,
    newItem: async () => {
      const { itemId } = await makeItem(services, client, `item ${items++}`, ["transactions"]);
      return services.store.items.byItemId(itemId);
    },
  };
  return store;
};

/**
 * Rows of one account, or of the shape's accounts. In the pending shape, every second row is
 * pending.
 */
const toTransactions = (item, shape, count) => {
  const isPending = shape === PENDING;
  return toRows(isPending ? "all equal" : shape, count).map((fields, at) =>
    toTransaction(fields, at, {
      account_id: `account-${item.itemId}${fields.account}`,
      pending: isPending && at % 2 === 0,
    }),
  );
};

export const write = async ({ services }, item, added, modified = []) => {
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
  await write(all, item, toTransactions(item, shape, count));
  return { ...all, item, transactions: all.services.store.transactions };
};

/** The work of the store. */
export const STORE = [
  {
    name: "write transactions",
    prepare: async (shape, count) => {
      const all = await opened();
      const item = await all.newItem();
      const added = toTransactions(item, shape, count);
      return () => write(all, item, added);
    },
  },
  {
    name: "write modified transactions",
    prepare: async (shape, count) => {
      const all = await filled(shape, count);
      const modified = toTransactions(all.item, shape, count).map((each) => ({
        ...each,
        name: "Changed",
      }));
      return () => write(all, all.item, [], modified);
    },
  },
  {
    name: "delete an Item",
    // Up to an Item's maximum of 250,000 rows. A batch with fewer rows writes some pages once for
    // several rows.
    ...{ minRows: 64_000, factors: [1, 2, 4] },
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
    name: "read posted transactions a page at a time",
    prepare: async (shape, count) => {
      const { transactions, item } = await filled(shape, count);
      const request = { period: PERIOD, accountId: `account-${item.itemId}0`, count: PAGE.count };
      return async () => {
        for (let offset = 0, total = 1; offset < total; offset += PAGE.count) {
          await nextTurn();
          ({ total } = await transactions.postedPage(item.itemId, { ...request, offset }));
        }
      };
    },
  },
  {
    name: "read changes of an account",
    prepare: async (shape, count) => {
      const { transactions, item } = await filled(shape, count);
      const choice = { accountId: `account-${item.itemId}0`, publicUrl: null };
      return async () => {
        for (let after = 0; after !== undefined; ) {
          await nextTurn();
          const page = { ...choice, after, upTo: count, count: PAGE.count };
          const changes = await transactions.added(item.itemId, { ...page, withDescription: true });
          after = changes.at(-1)?.number;
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
].map((subject) => ({ maxRows: MAX_ROWS, ...subject, isOnLoop: true, shapes: SHAPES }));
