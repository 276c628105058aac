import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { countTurns } from "../../../testing/count-turns.ts";
import { sampleTransaction } from "../../../testing/store-contract/samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import type { TransactionChanges } from "./transaction-feed.ts";
import { writeChanges } from "./write-changes.ts";

const ALWAYS = { from: "2000-01-01", to: "2029-12-31" };
const COUNT = 4500;

const program = async () => {
  const app = await testApp();
  const { item_id } = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  const { services } = app;
  const { transactions, items } = services.store;
  const item = await items.byItemId(item_id);
  if (!item) throw new Error("the Item is linked");
  const write = async (changes: Partial<TransactionChanges>): Promise<boolean> => {
    const feed = await transactions.feed(item_id);
    if (!feed) throw new Error("the Item has transactions");
    const all = { added: [], modified: [], removed: [], ...changes };
    const next = { status: feed.status, pulledAt: services.clock() };
    return writeChanges(services, item, { feed, changes: all, next });
  };
  const before = await transactions.inPeriod(item_id, ALWAYS);
  const own = async (): Promise<Transaction[]> => {
    const old = new Set(before.map(({ transaction_id }) => transaction_id));
    const all = await transactions.inPeriod(item_id, ALWAYS);
    return all.filter(({ transaction_id }) => !old.has(transaction_id));
  };
  const total = async (): Promise<number> => {
    const view = { withDescription: false, publicUrl: null, accountIds: null };
    const page = { ...view, period: ALWAYS, count: 1, offset: 0 };
    return (await transactions.page(item_id, page)).total - before.length;
  };
  return { app, item_id, write, own, total };
};

const many = (changes: Partial<Transaction> = {}): Transaction[] =>
  Array.from({ length: COUNT }, (_, at) => sampleTransaction(`${at}`, changes));

const listIds = (list: readonly Transaction[]) => list.map(({ transaction_id }) => transaction_id);

test("thousands of changes are written in parts, with turns between, and the counts of days agree", async () => {
  const { write, own, total } = await program();
  const added = many();
  const turns = await countTurns(async () => expect(await write({ added })).toBe(true));
  expect(turns).toBeGreaterThan(COUNT / 500);
  expect(listIds(await own())).toEqual(listIds(added));
  expect(await total()).toBe(COUNT);

  const modified = many({ amount: 7, date: "2024-03-01" });
  const again = await countTurns(async () => expect(await write({ modified })).toBe(true));
  expect(again).toBeGreaterThan(COUNT / 500);
  expect((await own()).map(({ amount, date }) => `${amount} ${date}`)).toEqual(
    Array(COUNT).fill("7 2024-03-01"),
  );
  expect(await total()).toBe(COUNT);

  const known = await countTurns(async () => expect(await write({ added: modified })).toBe(true));
  // One statement looks up 400 ids, and one writes 2,000.
  expect(known).toBeGreaterThan(COUNT / 500);

  // The store already has one of the added transactions.
  const late = sampleTransaction("late", { amount: 1 });
  await write({ added: [late] });
  const others = many().map((each) => ({ ...each, transaction_id: `new ${each.transaction_id}` }));
  await write({ added: [{ ...late, amount: 2 }, ...others], removed: added });
  expect(listIds(await own()).toSorted()).toEqual(listIds([late, ...others]).toSorted());
  expect((await own()).find(({ amount }) => amount === 2)?.transaction_id).toBe(
    late.transaction_id,
  );
  expect(await total()).toBe(COUNT + 1);
});

test("a pull that another one overtakes between two parts leaves the rest to the next pull", async () => {
  const { app, item_id, write, own } = await program();
  await write({ added: many() });
  const { transactions } = app.services.store;
  const { apply } = transactions;
  let parts = 0;
  transactions.apply = async (feed, changes, next, jobs) => {
    parts += 1;
    if (parts === 2) await apply(feed, { added: [], modified: [], removed: [] }, next);
    return apply(feed, changes, next, jobs);
  };
  expect(await write({ modified: many({ amount: 7 }) })).toBe(false);
  const changed = async () => (await own()).filter(({ amount }) => amount === 7).length;
  expect(await changed()).toBe(2000);
  const status = (await transactions.feed(item_id))?.status;
  expect(await write({ modified: many({ amount: 7 }).slice(2000) })).toBe(true);
  expect(await changed()).toBe(COUNT);
  expect((await transactions.feed(item_id))?.status).toBe(status);
});

test("thousands of links between ids are written in parts, before the changes that need them", async () => {
  const { app, item_id, write, own } = await program();
  const { transactions } = app.services.store;
  const { apply } = transactions;
  const sizes: { links: number; changes: number }[] = [];
  transactions.apply = async (feed, changes, next, jobs) => {
    const { added, modified, removed, aliases, candidates } = changes;
    sizes.push({
      links: (aliases?.size ?? 0) + (candidates?.set.length ?? 0),
      changes: added.length + modified.length + removed.length,
    });
    return apply(feed, changes, next, jobs);
  };
  const added = many().slice(0, 1200);
  const aliases = new Map(added.map((each) => [`other ${each.name}`, each.transaction_id]));
  const names = Array.from({ length: COUNT }, (_, at) => [`other ${at}`, `kept ${at}`] as const);
  const links = new Map([...aliases, ...names]);
  const turns = await countTurns(() => write({ added, aliases: links }));
  expect(turns).toBeGreaterThan(links.size / 500);
  expect(Math.max(...sizes.map(({ links }) => links))).toBeLessThanOrEqual(500);
  expect(sizes.filter(({ changes }) => changes > 0)).toEqual([{ links: 0, changes: 1200 }]);
  expect(sizes.at(-1)?.changes).toBe(1200);
  expect((await transactions.aliases(item_id)).get("other 4000")).toBe("kept 4000");
  expect(await own()).toHaveLength(1200);
});
