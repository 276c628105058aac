import { expect, test } from "vitest";
import type { Transaction } from "../../protocol/transaction.ts";
import {
  newFeed,
  type PlacedTransaction,
  type TransactionOrder,
} from "../../server/domain/transactions/transaction-feed.ts";
import { countTurns } from "../count-turns.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem, sampleTransaction } from "./samples.ts";

const DAY = { from: "2026-01-14", to: "2026-01-14" };

/** The contract of every store for periods of more transactions than a page. */
export const transactionPeriodsContract = ({ empty }: ContractContext): void => {
  test("a day of three pages is read whole, in the order in which it came, with turns between", async () => {
    const { clients, items, transactions } = await empty();
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    const feed = newFeed("item-1");
    await transactions.begin(feed);
    const added = Array.from({ length: 1200 }, (_, at) =>
      sampleTransaction(`${at}`, { date: at < 100 ? "2026-01-13" : DAY.from }),
    );
    const changes = { added, modified: [], removed: [] };
    await transactions.apply(feed, changes, { status: "INITIAL_UPDATE_COMPLETE", pulledAt: NOW });
    let read: Transaction[] = [];
    const turns = await countTurns(async () => {
      read = await transactions.inPeriod("item-1", DAY);
    });
    expect(listIds(read)).toEqual(listIds(added.slice(100)));
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  test("pages of one account among many rows are in either order, from any transaction on", async () => {
    const { clients, items, transactions } = await empty();
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    const feed = newFeed("item-1");
    await transactions.begin(feed);
    const added = Array.from({ length: 2300 }, (_, at) =>
      sampleTransaction(`${at}`, {
        date: at < 700 ? "2026-01-13" : DAY.from,
        account_id: at % 5 === 0 || at > 2100 ? "one" : "other",
        pending: at >= 2250,
      }),
    );
    const next = { status: "HISTORICAL_UPDATE_COMPLETE" as const, pulledAt: NOW };
    await transactions.apply(feed, { added, modified: [], removed: [] }, next);
    const read = async (order: TransactionOrder): Promise<PlacedTransaction[]> => {
      const all: PlacedTransaction[] = [];
      for await (const page of transactions.pages("item-1", ALWAYS, order)) all.push(...page);
      return all;
    };
    const own = added.filter(({ account_id }) => account_id === "one");
    const listed = (placed: readonly PlacedTransaction[]) =>
      listIds(placed.map(({ transaction }) => transaction));

    for (const accountId of ["one", undefined]) {
      const all = accountId ? own : added;
      for (const isNewestFirst of [true, false]) {
        const order = { isNewestFirst, ...(accountId !== undefined && { accountId }) };
        const expected = isNewestFirst ? all.toReversed() : all;
        const placed = await read(order);
        expect(listed(placed)).toEqual(listIds(expected));
        for (const at of [0, 333, all.length - 1]) {
          const { transaction, added: number } = placed[at] ?? {};
          const after = { date: transaction?.date ?? "", added: number ?? 0 };
          expect(listed(await read({ ...order, after }))).toEqual(listIds(expected.slice(at + 1)));
        }
      }
    }
    expect(await read({ accountId: "none" })).toEqual([]);
    const posted = own.filter(({ pending }) => !pending).toReversed();
    const newestFirst = { accountId: "one", isPostedOnly: true, isNewestFirst: true };
    expect(listed(await read(newestFirst))).toEqual(listIds(posted));
    const asked = { period: ALWAYS, accountId: "one", count: 5 };
    for (const offset of [0, 3, posted.length - 2, posted.length]) {
      const { rows, total } = await transactions.postedPage("item-1", { ...asked, offset });
      expect([listIds(rows), total]).toEqual([
        listIds(posted.slice(offset, offset + 5)),
        posted.length,
      ]);
    }
    expect(await transactions.oldestPending("item-1", ALWAYS)).toBe(DAY.from);
    expect(
      await transactions.oldestPending("item-1", { from: "0000-01-01", to: "2026-01-13" }),
    ).toBe(null);
  });

  test("a period is read oldest first, of all accounts or of one", async () => {
    const { clients, items, transactions } = await empty();
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    const feed = newFeed("item-1");
    await transactions.begin(feed);
    const other = { ...sampleTransaction("2"), account_id: "account-other", date: "2026-01-10" };
    const changes = { added: [sampleTransaction("1"), other], modified: [], removed: [] };
    await transactions.apply(feed, changes, { status: "INITIAL_UPDATE_COMPLETE", pulledAt: NOW });
    const all = await transactions.inPeriod("item-1", ALWAYS);
    expect(all.map(({ date }) => date)).toEqual(all.map(({ date }) => date).toSorted());
    expect(all).toHaveLength(2);
    const own = await transactions.inPeriod("item-1", ALWAYS, "account-other");
    expect(own.map(({ transaction_id }) => transaction_id)).toEqual([other.transaction_id]);
    expect(await transactions.inPeriod("item-1", ALWAYS, "account-none")).toEqual([]);
  });
};

const ALWAYS = { from: "0000-01-01", to: "9999-12-31" };

const listIds = (list: readonly Transaction[]): string[] =>
  list.map(({ transaction_id }) => transaction_id);
