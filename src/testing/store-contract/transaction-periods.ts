import { expect, test } from "vitest";
import { newFeed } from "../../server/domain/transactions/transaction-feed.ts";
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
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const read = await transactions.inPeriod("item-1", DAY);
    isOver = true;
    const idsOf = (list: typeof added) => list.map(({ transaction_id }) => transaction_id);
    expect(idsOf(read)).toEqual(idsOf(added.slice(100)));
    expect(turns).toBeGreaterThanOrEqual(2);
  });
};
