import fc from "fast-check";
import { expect, test } from "vitest";
import type { Transaction } from "../../protocol/transaction.ts";
import { parseRawJson } from "../../server/domain/raw-json.ts";
import type { Store } from "../../server/domain/store.ts";
import {
  type JsonChange,
  newFeed,
  type TransactionChanges,
} from "../../server/domain/transactions/transaction-feed.ts";
import { openStore } from "../../server/store/open-store.ts";
import { samples } from "../property-samples.ts";
import type { ContractContext } from "./contract-context.ts";
import {
  BALANCES,
  NOW,
  sampleClient,
  sampleItem,
  sampleJob,
  sampleTransaction,
} from "./samples.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

const ALWAYS = { from: "0000-01-01", to: "9999-12-31" };
const NONE: TransactionChanges = { added: [], modified: [], removed: [] };
const FEED_STATE = { status: "INITIAL_UPDATE_COMPLETE", pulledAt: NOW } as const;

/** The contract of every store for transactions. */
export const transactionsContract = ({
  empty,
  connect,
  migratedDatabase,
}: ContractContext): void => {
  const startFeed = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.items.create(sampleItem("1"));
    await store.transactions.begin(newFeed("item-1"));
    return store;
  };
  const feedIn = async ({ transactions }: Store) => {
    const feed = await transactions.feed("item-1");
    if (!feed) throw new Error("the feed has begun");
    return feed;
  };
  const apply = async (store: Store, changes: Partial<TransactionChanges>) =>
    store.transactions.apply(await feedIn(store), { ...NONE, ...changes }, FEED_STATE);

  test("digests of recurring streams are replaced by compare-and-set, with their jobs", async () => {
    const store = await startFeed();
    const { transactions, jobs } = store;
    const feed = await feedIn(store);
    expect(await transactions.setRecurringDigests(feed, '{"a":"1"}', [sampleJob("1")])).toBe(true);
    expect((await feedIn(store)).recurringDigests).toBe('{"a":"1"}');
    expect(await transactions.setRecurringDigests(feed, '{"a":"2"}', [sampleJob("2")])).toBe(false);
    const digested = await feedIn(store);
    expect(await transactions.setRecurringDigests(digested, '{"a":"2"}')).toBe(true);
    expect((await feedIn(store)).recurringDigests).toBe('{"a":"2"}');
    expect(await jobs.count("sample")).toBe(1);
  });

  test("a feed begins once, with its job, and not of an Item that was removed", async () => {
    const store = await startFeed();
    const { transactions, items, jobs } = store;
    await transactions.begin({ ...newFeed("item-1"), lastChange: 9 }, [sampleJob("1")]);
    expect(await feedIn(store)).toEqual(newFeed("item-1"));
    await items.create(sampleItem("2"));
    await items.remove(sampleItem("2").item, NOW);
    await transactions.begin(newFeed("item-2"), [sampleJob("2")]);
    expect(await transactions.feed("item-2")).toBeNull();
    await items.create(sampleItem("3"));
    const window = { firstDate: "2024-01-01", lastDate: "2024-02-01" };
    await transactions.begin(newFeed("item-3", window), [sampleJob("3")]);
    expect(await transactions.feed("item-3")).toEqual(newFeed("item-3", window));
    expect(await jobs.count("sample")).toBe(1);
  });

  test("concurrent pulls: one is stored, with its jobs, and the others change nothing", async () => {
    const store = await startFeed();
    const feed = await feedIn(store);
    const pulls = ["1", "2", "3"].map((name) =>
      store.transactions.apply(feed, { ...NONE, added: [sampleTransaction(name)] }, FEED_STATE, [
        sampleJob(name),
      ]),
    );
    expect((await Promise.all(pulls)).toSorted()).toEqual([false, false, true]);
    expect(await store.transactions.inPeriod("item-1", ALWAYS)).toHaveLength(1);
    expect(await store.jobs.count("sample")).toBe(1);
    expect(await feedIn(store)).toEqual({ ...feed, ...FEED_STATE, lastChange: 1, revision: 1 });
  });

  test("pulls of several Items at once are each written at the first try", async () => {
    const db = connect(await migratedDatabase());
    const { transact } = db;
    let tries = 0;
    db.transact = (work, options) =>
      transact((transaction) => {
        tries += 1;
        return work(transaction);
      }, options);
    const store = await openStore(db, TEST_CIPHER);
    await store.clients.add(sampleClient());
    const names = ["1", "2", "3", "4", "5", "6"];
    for (const name of names) {
      await store.items.create(sampleItem(name));
      await store.transactions.begin(newFeed(`item-${name}`));
    }
    tries = 0;
    const added = Array.from({ length: 300 }, (_, n) => sampleTransaction(String(n)));
    const pulls = names.map((name) =>
      store.transactions.apply(newFeed(`item-${name}`), { ...NONE, added }, FEED_STATE),
    );
    expect(await Promise.all(pulls)).toEqual(names.map(() => true));
    expect(tries).toBe(names.length);
  });

  test("each change has its number, and is returned only to callers that had the transaction", async () => {
    const store = await startFeed();
    const { transactions } = store;
    const [one, two, three] = ["1", "2", "3"].map((name) => sampleTransaction(name));
    if (!one || !two || !three) throw new Error("there are three");
    await apply(store, { added: [one, two] });
    await apply(store, { modified: [{ ...one, amount: 1 }], added: [three], removed: [two] });
    const view = { withDescription: true, publicUrl: null };
    const page = { after: 2, upTo: 5, count: 10, ...view };
    const parse = (changes: JsonChange[]) =>
      changes.map(({ number, value }) => ({ number, value: parseRawJson(value) }));
    expect(parse(await transactions.added("item-1", page))).toEqual([{ number: 3, value: three }]);
    expect(parse(await transactions.modified("item-1", 2, page))).toEqual([
      { number: 4, value: { ...one, amount: 1 } },
    ]);
    const { transaction_id, account_id } = two;
    expect(await transactions.removed("item-1", 2, page)).toEqual([
      { number: 5, value: { transaction_id, account_id } },
    ]);
    expect(await transactions.removed("item-1", 1, page)).toEqual([]);
    expect(await transactions.modified("item-1", 0, page)).toEqual([]);
    await apply(store, { added: [two] });
    expect(await transactions.removed("item-1", 2, page)).toEqual([]);
  });

  test("the oldest pending transaction of a period is found despite misleading texts", async () => {
    const store = await startFeed();
    const { transactions } = store;
    expect(await transactions.oldestPending("item-1", ALWAYS)).toBeNull();
    const rows = ["2026-01-02", "2026-01-04", "2026-01-06", "2026-01-08"].map((date, at) => ({
      ...sampleTransaction(String(at)),
      date,
      pending: at % 2 === 1,
      name: '"pending":true',
    }));
    await apply(store, { added: rows });
    expect(await transactions.oldestPending("item-1", ALWAYS)).toBe("2026-01-04");
    const later = { from: "2026-01-05", to: "2026-01-31" };
    expect(await transactions.oldestPending("item-1", later)).toBe("2026-01-08");
    const modified = rows.map((row) => ({ ...row, pending: false }));
    await apply(store, { modified });
    expect(await transactions.oldestPending("item-1", ALWAYS)).toBeNull();
  });

  test("pages contain the result of all changes, newest first, for any accounts and days", async () => {
    const store = await startFeed();
    const { transactions } = store;
    const model = new Map<string, ReturnType<typeof sampleTransaction>>();
    const change = fc.record({
      name: fc.integer({ min: 0, max: 30 }).map(String),
      day: fc.integer({ min: 1, max: 9 }),
      account_id: fc.constantFrom("account-checking", "account-savings"),
      pending: fc.boolean(),
      isGone: fc.boolean(),
      original_description: fc.option(fc.string()),
    });
    const queries = fc.record({
      days: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
      account_id: fc.constantFrom("account-checking", "account-savings", null),
      count: fc.integer({ min: 1, max: 12 }),
      withDescription: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(change, { selector: ({ name }) => name, maxLength: 20 }),
        queries,
        async (changes, { days, account_id, count, withDescription }) => {
          const allChanges: TransactionChanges = { added: [], modified: [], removed: [] };
          for (const { name, day, isGone, ...where } of changes) {
            const one = sampleTransaction(name, { ...where, date: `2024-01-0${day}` });
            const { transaction_id } = one;
            const previous = model.get(transaction_id);
            if (!previous) allChanges.added.push(one);
            else if (isGone) allChanges.removed.push(previous);
            else allChanges.modified.push(one);
            if (previous && isGone) model.delete(transaction_id);
            else model.set(transaction_id, one);
          }
          const removals = allChanges.removed.map(({ transaction_id, account_id }) => ({
            transaction_id,
            account_id,
          }));
          expect(await apply(store, { ...allChanges, removed: removals })).toBe(true);

          const [from = 0, to = 0] = days.toSorted();
          const period = { from: `2024-01-0${from}`, to: `2024-01-0${to}` };
          const accountIds = account_id === null ? null : [account_id];
          const matches = [...model.values()].filter(
            (transaction) =>
              transaction.date >= period.from &&
              transaction.date <= period.to &&
              (account_id === null || transaction.account_id === account_id),
          );
          const results: ReturnType<typeof sampleTransaction>[] = [];
          if (account_id !== null) {
            const posted = matches.filter(({ pending }) => !pending);
            const shown: Transaction[] = [];
            for (let offset = 0; offset <= posted.length; offset += count) {
              const page = { period, accountId: account_id, count, offset };
              const { rows, total } = await transactions.postedPage("item-1", page);
              expect([total, rows.length <= count]).toEqual([posted.length, true]);
              shown.push(...rows);
            }
            expect(shown.map(({ date }) => date)).toEqual(
              shown
                .map(({ date }) => date)
                .toSorted()
                .reverse(),
            );
            expect(listIds(shown)).toEqual(listIds(posted));
          }
          for (let offset = 0; offset <= matches.length; offset += count) {
            const view = { withDescription, publicUrl: null };
            const page = { period, accountIds, count, offset, ...view };
            const { transactions: rows, total } = await transactions.page("item-1", page);
            expect(total).toBe(matches.length);
            const some = rows ? parseRawJson(rows) : [];
            expect(some.length).toBe(Math.min(count, matches.length - offset));
            results.push(...some);
          }
          const dates = results.map(({ date }) => date);
          expect(dates).toEqual(dates.toSorted().reverse());
          const byId = (list: typeof results) =>
            new Map(list.map((transaction) => [transaction.transaction_id, transaction]));
          expect(byId(results)).toEqual(
            byId(withDescription ? matches : matches.map(withoutDescription)),
          );
        },
      ),
      { numRuns: samples(60) },
    );
  });

  test("balances and owners are stored apart from the rest of an account", async () => {
    const { items } = await startFeed();
    const owner = { names: ["Ada"], phone_numbers: [], emails: [], addresses: [] };
    await items.setBalances("item-1", new Map([["account-savings", BALANCES]]), NOW);
    await items.setOwners("item-1", new Map([["account-savings", [owner]]]));
    const [savings, checking] = sampleItem("1").accounts;
    expect(await items.accounts("item-1")).toEqual([
      { ...savings, account: { ...savings?.account, balances: BALANCES } },
      checking,
    ]);
    expect(await items.owners("item-1")).toEqual(new Map([["account-savings", [owner]]]));
  });

  test("nothing is left of the transactions of an Item that was removed", async () => {
    const store = await startFeed();
    await apply(store, { added: [sampleTransaction("1"), sampleTransaction("2")] });
    await apply(store, { removed: [sampleTransaction("2")] });
    const feed = await feedIn(store);
    await store.items.remove(sampleItem("1").item, NOW);
    expect(
      await store.transactions.apply(
        feed,
        { ...NONE, added: [sampleTransaction("3")] },
        FEED_STATE,
      ),
    ).toBe(false);
    expect(await store.transactions.feed("item-1")).toBeNull();
    expect(await store.transactions.inPeriod("item-1", ALWAYS)).toEqual([]);
    const page = { after: 0, upTo: 99, count: 9 };
    expect(await store.transactions.removed("item-1", 99, page)).toEqual([]);
    const all = { period: ALWAYS, accountIds: null, count: 9, offset: 0 };
    const view = { withDescription: true, publicUrl: null };
    expect(await store.transactions.page("item-1", { ...all, ...view })).toEqual({
      transactions: null,
      total: 0,
    });
  });
};

const listIds = (rows: readonly Transaction[]) =>
  rows.map(({ transaction_id }) => transaction_id).toSorted();

function withoutDescription({ original_description: _, ...rest }: Transaction): Transaction {
  return rest;
}
