import { expect, test } from "vitest";
import type { Transaction } from "../../protocol/transaction.ts";
import { enrichTransaction } from "../../server/domain/enrichment/enrich-transaction.ts";
import { loadKnowledge } from "../../server/domain/enrichment/knowledge.ts";
import { parseRawJson } from "../../server/domain/raw-json.ts";
import { newFeed } from "../../server/domain/transactions/transaction-feed.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleFacts, sampleItem, sampleTransaction } from "./samples.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

const ALWAYS = { from: "0000-01-01", to: "9999-12-31" };

/** The contract of every store for the enrichment of transactions. */
export const enrichmentContract = ({ connect, migratedDatabase }: ContractContext): void => {
  const storeWith = async (added: Transaction[]) => {
    const db = connect(await migratedDatabase());
    const store = await openStore(db, TEST_CIPHER);
    await store.clients.add(sampleClient());
    await store.items.create(sampleItem("1"));
    const feed = newFeed("item-1");
    await store.transactions.begin(feed);
    const next = { status: "INITIAL_UPDATE_COMPLETE", pulledAt: NOW } as const;
    await store.transactions.apply(feed, { added, modified: [], removed: [] }, next);
    return { db, store };
  };

  test("a transaction that was stored before there were rules is read with no category", async () => {
    const {
      personal_finance_category: _,
      counterparties: __,
      ...old
    } = sampleTransaction("1", {
      original_description: "SHOP",
    });
    const { store } = await storeWith([old as Transaction, sampleTransaction("2")]);
    const unseen = { personal_finance_category: null, counterparties: [], name: "Shop 1" };
    for (const withDescription of [false, true]) {
      const { transactions } = await store.transactions.page("item-1", {
        period: ALWAYS,
        accountIds: null,
        count: 2,
        offset: 0,
        withDescription,
        publicUrl: null,
      });
      expect(transactions && parseRawJson(transactions)).toMatchObject([
        { name: "Shop 2" },
        unseen,
      ]);
    }
    const [read] = await store.transactions.inPeriod("item-1", ALWAYS);
    expect(read).toMatchObject(unseen);
  });

  test("an enrichment is returned as it was stored, with icons of the server", async () => {
    const knowledge = await loadKnowledge();
    const enriched = ["PAYPAL *SPOTIFY", "CHECK 1234", "QZXJ"].map((name, at) =>
      enrichTransaction(knowledge, sampleFacts(String(at), { name })),
    );
    const { db, store } = await storeWith(enriched);
    const read = async () => {
      const page = { accountIds: null, count: 3, offset: 0, withDescription: true };
      const view = { ...page, period: ALWAYS, publicUrl: "https://link.example" };
      const { transactions } = await store.transactions.page("item-1", view);
      return transactions ? parseRawJson(transactions).toReversed() : [];
    };
    expect(await store.transactions.inPeriod("item-1", ALWAYS)).toEqual(enriched);
    const icon = "https://link.example/icons/v1/entertainment.png";
    const [first, ...others] = await read();
    expect(first).toEqual({ ...enriched[0], personal_finance_category_icon_url: icon });
    expect(others).toMatchObject([{ check_number: "1234" }, { counterparties: [] }]);
    // A version before had the enrichment in the body.
    const { original_description: _, ...body } = enriched[0] ?? sampleTransaction("0");
    await db
      .updateTable("item_transaction")
      .set({ body: JSON.stringify(body), enrichment: null })
      .where("transaction_id", "=", "transaction-0")
      .execute();
    expect((await store.transactions.inPeriod("item-1", ALWAYS))[0]).toEqual(enriched[0]);
    const page = { after: 0, upTo: 1, count: 1, withDescription: false, publicUrl: null };
    const [change] = await store.transactions.added("item-1", page);
    expect(change && parseRawJson(change.value)).toEqual(body);
  });

  test("transactions without a known category are listed in pages, with the institution's words", async () => {
    const knowledge = await loadKnowledge();
    const enriched = ["QZXJ", "PAYPAL *SPOTIFY", "WVVQ", "XKCQ"].map((name, at) =>
      enrichTransaction(knowledge, sampleFacts(String(at), { name, original_description: null })),
    );
    enriched.push(
      enrichTransaction(
        knowledge,
        sampleFacts("4", { name: "ZZQP", original_description: "ZZQP 1" }),
      ),
    );
    const { store } = await storeWith(enriched);
    const first = await store.transactions.uncategorized(null, 2);
    const second = await store.transactions.uncategorized(first.at(-1) ?? null, 2);
    expect([first, second].map((page) => page.map(({ description }) => description))).toEqual([
      ["QZXJ", "WVVQ"],
      ["XKCQ", "ZZQP 1"],
    ]);
    expect(await store.transactions.uncategorized(second.at(-1) ?? null, 2)).toEqual([]);
  });
};
