import { expect, test } from "vitest";
import { sampleTransaction } from "../../testing/store-contract/samples.ts";
import { appWithDoors, linkWithTransactions } from "./doors.fixture.ts";
import { grantedTransactions } from "./granted-transactions.ts";

test("changes of an account are all read, however many they are, in their order", async () => {
  const app = await appWithDoors();
  const { item_id } = await linkWithTransactions(app);
  const { transactions } = app.services.store;
  const feed = await transactions.feed(item_id);
  if (!feed) throw new Error("the Item has transactions");
  const count = 1100;
  const added = Array.from({ length: count }, (_, at) =>
    sampleTransaction(`${at}`, { account_id: at % 2 ? "account-1" : "account-2" }),
  );
  await transactions.apply(feed, { added, modified: [], removed: [] }, feed);
  const moved = added.slice(0, 20).map((each) => ({ ...each, amount: 1 }));
  const next = { ...feed, lastChange: feed.lastChange + count, revision: feed.revision + 1 };
  await transactions.apply(next, { added: [], modified: moved, removed: [] }, feed);
  const granted = grantedTransactions(
    app.services,
    { grantId: "", fromDate: null, pending: "as_they_are" },
    { itemId: item_id, products: ["transactions"] },
  );
  const changesAfter = (after: number, upTo: number) =>
    granted.changes(
      "account-1",
      { from: "2000-01-01", to: "2030-01-01" },
      { base: after, after, upTo, limit: 2000 },
    );
  const all = await changesAfter(feed.lastChange, next.lastChange + 20);
  expect(all.map(({ row }) => row.transaction_id)).toEqual(
    added.filter(({ account_id }) => account_id === "account-1").map((each) => each.transaction_id),
  );
  const modified = await changesAfter(next.lastChange, next.lastChange + 20);
  expect(modified.map(({ row }) => row.amount)).toEqual(Array(10).fill(1));
});
