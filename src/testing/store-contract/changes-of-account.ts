import { expect, test } from "vitest";
import { parseRawJson } from "../../server/domain/raw-json.ts";
import { newFeed } from "../../server/domain/transactions/transaction-feed.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem, sampleTransaction } from "./samples.ts";

const FEED_STATE = { status: "INITIAL_UPDATE_COMPLETE", pulledAt: NOW } as const;
const VIEW = { withDescription: true, publicUrl: null };

/** Every store keeps the changes of one account apart from those of other accounts. */
export const changesOfAccountContract = ({ empty }: ContractContext): void => {
  test("changes of one account fill their pages, however many of others are in between", async () => {
    const { clients, items, transactions } = await empty();
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    await transactions.begin(newFeed("item-1"));
    const own = ["first", "second", "third"].map((name) =>
      sampleTransaction(name, { account_id: "account-savings" }),
    );
    const others = Array.from({ length: 4100 }, (_, at) => sampleTransaction(`${at}`));
    const [first, second, third] = own;
    if (!first || !second || !third) throw new Error("there are three");
    const rows = [first, ...others.slice(0, 2050), second, ...others.slice(2050), third];
    const change = async (changes: object) => {
      const feed = await transactions.feed("item-1");
      if (!feed) throw new Error("the feed has begun");
      await transactions.apply(
        feed,
        { added: [], modified: [], removed: [], ...changes },
        FEED_STATE,
      );
      return feed.lastChange;
    };
    const listIds = (list: readonly { transaction_id: string }[]) =>
      list.map(({ transaction_id }) => transaction_id);
    const shown = (changes: Awaited<ReturnType<typeof transactions.added>>) =>
      listIds(changes.map(({ value }) => parseRawJson(value)));
    await change({ added: rows });
    const all = { after: 0, upTo: rows.length, accountId: "account-savings", ...VIEW };
    const page = await transactions.added("item-1", { ...all, count: 2 });
    expect(shown(page)).toEqual(listIds([first, second]));
    const after = page.at(-1)?.number ?? 0;
    expect(shown(await transactions.added("item-1", { ...all, after, count: 2 }))).toEqual(
      listIds([third]),
    );
    expect(
      await transactions.added("item-1", { ...all, upTo: rows.length - 1, after, count: 2 }),
    ).toEqual([]);
    expect(await transactions.added("item-1", { ...all, accountId: "none", count: 9 })).toEqual([]);

    await change({ modified: rows });
    const since = { ...all, after: rows.length, upTo: 2 * rows.length };
    expect(
      shown(await transactions.modified("item-1", rows.length, { ...since, count: 9 })),
    ).toEqual(listIds(own));
    const base = await change({ removed: rows });
    const gone = { ...all, after: base, upTo: 3 * rows.length, count: 9 };
    const removed = await transactions.removed("item-1", base, gone);
    expect(listIds(removed.map(({ value }) => value)).toSorted()).toEqual(listIds(own).toSorted());
  });
};
