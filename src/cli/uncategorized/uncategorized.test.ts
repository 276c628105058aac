import { expect, test } from "vitest";
import { enrichTransaction } from "../../server/domain/enrichment/enrich-transaction.ts";
import { newFeed } from "../../server/domain/transactions/transaction-feed.ts";
import { sampleFacts } from "../../testing/store-contract/samples.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy, runCli } from "../run-cli.fixture.ts";

test("descriptions without a category are listed, the most frequent first, and rare ones left out", async () => {
  const { services, link, folder } = await testApp();
  const { store, knowledge } = services;
  const list = (...args: string[]) => printedBy(["uncategorized", "--data", folder, ...args]);
  expect(await list()).toBe("every transaction has a category\n");
  const rules = await knowledge();
  for (const name of ["WVVQ", "ZZQP", "XKCQ"]) {
    const { item_id } = await link("ins_109508", ["auth"]);
    await store.transactions.begin(newFeed(item_id));
    const feed = await store.transactions.feed(item_id);
    if (!feed) throw new Error("the feed has begun");
    const added = ["QZXJ 12", "QZXJ\u001b 31", name, "NETFLIX.COM"].map((description, at) =>
      enrichTransaction(
        rules,
        sampleFacts(`${name} ${at}`, { name: description, original_description: description }),
      ),
    );
    const next = { status: "INITIAL_UPDATE_COMPLETE", pulledAt: 0 } as const;
    await store.transactions.apply(feed, { added, modified: [], removed: [] }, next);
  }
  expect(await list("--items", "1", "--count", "2")).toMatchInlineSnapshot(`
    "      6  QZXJ ##
          1  WVVQ
    2 of 4 descriptions without a category
    "
  `);
  expect(await list()).toMatchInlineSnapshot(`
    "      6  QZXJ ##
    1 of 4 descriptions without a category; 3 that fewer than 3 Items have (--items)
    "
  `);
});

test("a count that is no number is refused", async () => {
  const { code, err } = await runCli(["uncategorized", "--count", "all"]);
  expect(code).toBe(1);
  expect(err).toContain("--count must be a number from 1 to 10000, not all");
});
