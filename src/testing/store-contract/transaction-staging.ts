import { expect, test } from "vitest";
import type { Store } from "../../server/domain/store.ts";
import {
  newFeed,
  type TransactionChanges,
} from "../../server/domain/transactions/transaction-feed.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, SAMPLE_ORIGIN, sampleClient, sampleItem, sampleTransaction } from "./samples.ts";

const ALWAYS = { from: "0000-01-01", to: "9999-12-31" };
const NONE: TransactionChanges = { added: [], modified: [], removed: [] };
const FEED_STATE = { status: "INITIAL_UPDATE_COMPLETE", pulledAt: NOW } as const;

const dated = (name: string, date: string) => sampleTransaction(name, { date });
const toId = (name: string) => sampleTransaction(name).transaction_id;

/** The contract of every store for transactions that are written before they become visible. */
export const transactionStagingContract = ({ empty }: ContractContext): void => {
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

  test("staged transactions are visible once they are applied, all at once", async () => {
    const store = await startFeed();
    const { transactions } = store;
    await apply(store, { added: [dated("a", "2026-01-02")] });
    const early = await feedIn(store);
    const feed = await transactions.beginStaging(early);
    if (!feed) throw new Error("no other pull stages");
    const staged = ["b", "c"].map((id) => dated(id, "2026-01-02"));
    expect(await transactions.stage(feed, staged.slice(0, 1), 0)).toBe(true);
    expect(await transactions.stage(feed, staged.slice(1), 1)).toBe(true);
    const fetchIds = async () => {
      const pages: string[] = [];
      for await (const ids of transactions.idsInPeriod("item-1", ALWAYS)) pages.push(...ids);
      const rows = await transactions.inPeriod("item-1", ALWAYS);
      const choice = { accountIds: null, count: 10, offset: 0, publicUrl: null };
      const page = await transactions.page("item-1", {
        ...{ ...choice, period: ALWAYS, withDescription: false },
      });
      const byIds = await transactions.byIds("item-1", ["a", "b", "c", "d"].map(toId));
      const ids = rows.map(({ transaction_id }) => transaction_id);
      expect(pages).toEqual(ids);
      expect(byIds.map(({ transaction_id }) => transaction_id).toSorted()).toEqual(ids.toSorted());
      expect(page.total).toBe(ids.length);
      return ids;
    };
    expect(await fetchIds()).toEqual(["a"].map(toId));
    expect(await transactions.apply(early, NONE, FEED_STATE)).toBe(false);
    const account = staged[0]?.account_id ?? "";
    const days = new Map([["2026-01-02", new Map([[account, { count: 2, pending: 1 }]])]]);
    const added = [dated("d", "2026-01-02")];
    const changes = { ...NONE, staged: { count: 2, days }, added };
    expect(await transactions.apply(feed, changes, FEED_STATE)).toBe(true);
    expect(await fetchIds()).toEqual(["a", "b", "c", "d"].map(toId));
    const { lastChange } = await feedIn(store);
    expect(lastChange).toBe(4);
  });

  test("transactions of an interrupted pull are gone before the next changes", async () => {
    const store = await startFeed();
    const { transactions } = store;
    const first = await transactions.beginStaging(await feedIn(store));
    if (!first) throw new Error("no other pull stages");
    const some = Array.from({ length: 700 }, (_, n) => dated(`s${n}`, "2026-01-02"));
    await transactions.stage(first, some, 0);
    const second = await transactions.beginStaging(await feedIn(store));
    if (!second) throw new Error("the first one has ended");
    expect(await transactions.stage(first, [dated("late", "2026-01-03")], 700)).toBe(false);
    await transactions.stage(second, some.slice(0, 3), 0);
    await apply(store, { added: [dated("s0", "2026-01-04")] });
    const rows = await transactions.inPeriod("item-1", ALWAYS);
    expect(rows.map(({ transaction_id, date }) => [transaction_id, date])).toEqual([
      [toId("s0"), "2026-01-04"],
    ]);
    expect((await feedIn(store)).lastChange).toBe(1);
  });

  test("the removal of an account makes nothing visible that is staged", async () => {
    const store = await startFeed();
    const { items, transactions } = store;
    await apply(store, { added: [dated("a", "2026-01-02"), dated("b", "2026-01-02")] });
    const feed = await transactions.beginStaging(await feedIn(store));
    if (!feed) throw new Error("no other pull stages");
    const other = sampleTransaction("c", { account_id: "another" });
    expect(await transactions.stage(feed, [other], 0)).toBe(true);
    const { account_id } = dated("a", "2026-01-02");
    expect(await items.removeAccounts("item-1", [account_id], SAMPLE_ORIGIN, () => [])).not.toEqual(
      [],
    );
    expect(await transactions.inPeriod("item-1", ALWAYS)).toEqual([]);
    expect(await transactions.apply(feed, NONE, FEED_STATE)).toBe(false);
  });

  test("a removal is listed while the transaction is staged again", async () => {
    const store = await startFeed();
    const { transactions } = store;
    const row = dated("a", "2026-01-02");
    await apply(store, { added: [row] });
    await apply(store, { removed: [row] });
    const feed = await transactions.beginStaging(await feedIn(store));
    if (!feed) throw new Error("no other pull stages");
    expect(await transactions.stage(feed, [row], 0)).toBe(true);
    const { lastChange } = await feedIn(store);
    const gone = await transactions.removed("item-1", 1, { after: 1, upTo: lastChange, count: 10 });
    expect(gone.map(({ value }) => value.transaction_id)).toEqual([row.transaction_id]);
  });
};
