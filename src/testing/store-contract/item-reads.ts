import { expect, test } from "vitest";
import { parseRawJson } from "../../server/domain/raw-json.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, SAMPLE_ORIGIN, sampleClient, sampleItem } from "./samples.ts";

const HOLDING = {
  account_id: "account-savings",
  security_id: "security",
  ...{ quantity: 2, institution_price: 3.5, institution_value: 7, cost_basis: null },
  ...{ institution_price_as_of: "2026-01-15", institution_price_datetime: null },
  ...{ vested_quantity: null, vested_value: null, tax_lots: [] },
  ...{ iso_currency_code: "USD", unofficial_currency_code: null },
};

const NONE = { securities: [], holdings: [], transactions: [] };

/** The contract of every store for the reads of Items. */
export const itemReadsContract = ({ empty }: ContractContext): void => {
  const withItem = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.items.create(sampleItem("1"));
    return store;
  };
  const read = { itemId: "item-1", kind: "balances" } as const;

  test("a read of a removed Item is left to its caller, and has no row", async () => {
    const { itemReads, items } = await withItem();
    await items.remove(sampleItem("1").item, NOW);
    expect(await itemReads.claim(read, NOW, NOW + 1)).toBe(true);
    expect(await itemReads.find(read)).toEqual({ revision: 0, outcome: null, leaseUntil: null });
  });

  test("a read is leased to one of several calls, until it ends or its lease does", async () => {
    const { itemReads } = await withItem();
    expect(await itemReads.find(read)).toEqual({ revision: 0, outcome: null, leaseUntil: null });
    for (const round of [0, 1, 2]) {
      const calls = ["a", "b", "c"].map(() => itemReads.claim(read, NOW, NOW + 1));
      expect((await Promise.all(calls)).toSorted()).toEqual([false, false, true]);
      expect(await itemReads.claim({ ...read, kind: "transactions" }, NOW, NOW)).toBe(true);
      const outcome = round === 1 ? null : "INSTITUTION_DOWN";
      await itemReads.end(read, NOW + 1, outcome);
      expect(await itemReads.find(read)).toEqual({
        revision: round + 1,
        outcome,
        leaseUntil: null,
      });
    }
    expect(await itemReads.claim(read, NOW, NOW + 5)).toBe(true);
    expect(await itemReads.claim(read, NOW + 4, NOW + 10)).toBe(false);
    expect(await itemReads.claim(read, NOW + 5, NOW + 10)).toBe(true);
  });

  test("a lease is renewed and ended by the call that has it, and by none that has lost it", async () => {
    const { itemReads } = await withItem();
    await itemReads.claim(read, NOW, NOW + 5);
    expect(await itemReads.renew(read, NOW + 5, NOW + 9)).toBe(true);
    expect(await itemReads.claim(read, NOW + 8, NOW + 20)).toBe(false);
    expect(await itemReads.claim(read, NOW + 9, NOW + 20)).toBe(true);
    expect(await itemReads.renew(read, NOW + 9, NOW + 30)).toBe(false);
    await itemReads.end(read, NOW + 9, null);
    expect(await itemReads.find(read)).toMatchObject({ revision: 0, leaseUntil: NOW + 20 });
  });

  test("investments are stored sealed with their account, and end with it", async () => {
    const { items, investments } = await withItem();
    const { item } = sampleItem("1");
    const own = { securities: [], holdings: [HOLDING], transactions: [] };
    const others = new Map([
      ["account-savings", own],
      ["another account", own],
    ]);
    expect((await investments.readAt("item-1")).size).toBe(0);
    await investments.set("item-1", others, NOW + 1, []);
    expect(await investments.readAt("item-1")).toEqual(new Map([["account-savings", NOW + 1]]));
    expect(await investments.find("item-1")).toEqual(new Map([["account-savings", own]]));
    await investments.set("item-1", new Map([["account-savings", NONE]]), NOW + 2, []);
    expect(await investments.find("item-1")).toEqual(new Map([["account-savings", NONE]]));
    await items.remove(item, NOW);
    expect((await investments.find("item-1")).size).toBe(0);
  });

  test("holdings are read as JSON once, until those of the Item are replaced", async () => {
    const { items, investments } = await withItem();
    const { accessTokenDigest } = sampleItem("1").item;
    const read = async () => {
      const found = await items.findByAccessToken(accessTokenDigest);
      if (!found) throw new Error("the Item is stored");
      return investments.holdingsJson(found);
    };
    const set = (holdings: (typeof HOLDING)[], now: number) =>
      investments.set("item-1", new Map([["account-savings", { ...NONE, holdings }]]), now, []);
    expect((await read()).readAt.size).toBe(0);
    await set([HOLDING], NOW);
    const first = await read();
    expect(first.readAt).toEqual(new Map([["account-savings", NOW]]));
    expect(parseRawJson(first.holdings)).toEqual([HOLDING]);
    expect(await read()).toBe(first);
    await set([], NOW + 1);
    expect(parseRawJson((await read()).holdings)).toEqual([]);
    expect((await read()).readAt.get("account-savings")).toBe(NOW + 1);
    const borrowed = new Map([["account-savings", { ...NONE, marginLoan: 40.5 }]]);
    await investments.set("item-1", borrowed, NOW + 2, []);
    expect((await read()).marginLoans).toEqual(new Map([["account-savings", 40.5]]));
    expect(await investments.find("item-1")).toEqual(borrowed);
  });

  test("statements are stored with their account, and end with it; a removed Item gets none", async () => {
    const { items, statements } = await withItem();
    const { item } = sampleItem("1");
    const period = { from: "2025-10-01", to: "2025-12-31" };
    const reading = { period, readAt: NOW };
    const one = (month: string, accountId = "account-savings") => ({
      ...{ statementId: `statement-${accountId}-${month}`, accountId, key: `key ${month}` },
      date: `${month}-28`,
    });
    const none = { period: null, readAt: null, statements: [] };
    expect(await statements.list("item-1")).toEqual(none);
    await statements.set(
      "item-1",
      [one("2025-11"), one("2025-10", "another account")],
      reading,
      [],
    );
    const november = [one("2025-11")];
    const list = { period: null, readAt: NOW, statements: november };
    expect(await statements.list("item-1")).toEqual(list);
    const later = { period, readAt: null };
    await statements.set("item-1", [one("2025-12"), one("2025-11")], later, []);
    const both = [one("2025-12"), ...november];
    expect(await statements.list("item-1")).toEqual({ ...list, statements: both });
    const { statementId } = one("2025-11");
    const document = Buffer.from("%PDF-1.4 the first");
    await statements.keepDocument("item-1", statementId, document, NOW);
    await statements.keepDocument("item-1", statementId, Buffer.from("%PDF-1.4 2"), NOW + 9);
    expect(await statements.document("item-1", statementId)).toEqual(document);
    await statements.purgeDocuments(NOW - 1);
    expect(await statements.document("item-1", statementId)).toEqual(document);
    await statements.purgeDocuments(NOW);
    expect(await statements.document("item-1", statementId)).toBeNull();
    expect(await statements.byId("item-1", statementId)).toEqual(november[0]);
    await statements.keepDocument("item-1", statementId, document, NOW);
    await statements.set("item-1", [], { period, readAt: NOW + 1 }, []);
    expect(await statements.list("item-1")).toEqual({ ...list, readAt: NOW + 1 });
    expect(await statements.byId("item-1", statementId)).toEqual(november[0]);
    expect(await statements.byId("item-2", statementId)).toBeNull();
    await items.removeAccounts("item-1", ["account-savings"], SAMPLE_ORIGIN, () => []);
    expect((await statements.list("item-1")).statements).toEqual([]);
    expect(await statements.document("item-1", statementId)).toBeNull();
    await items.remove(item, NOW);
    await statements.set("item-1", both, reading, []);
    expect(await statements.list("item-1")).toEqual(none);
  });

  test("an Item has the period of statements that it was linked with", async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    const period = { from: "2025-10-01", to: "2025-12-31" };
    await store.items.create({ ...sampleItem("1"), statements: period });
    expect(await store.statements.list("item-1")).toMatchObject({ period, readAt: null });
    await store.statements.set("item-1", [], { period, readAt: NOW }, []);
    expect(await store.statements.list("item-1")).toMatchObject({ period, readAt: NOW });
  });

  test("balances are dated by the Item's last link, read or update", async () => {
    const { items, sessions: _, ...store } = await withItem();
    const { accounts, item } = sampleItem("1");
    const ids = accounts.map(({ account }) => account.account_id);
    const [first = "", ...others] = ids;
    const entries = others.map((id) => [id, item.createdAt]);
    expect([...(await items.balancesReadAt("item-1"))].length).toBe(ids.length);
    const balances = accounts[0]?.account.balances;
    if (!balances) throw new Error("the sample has an account");
    await items.setBalances("item-1", new Map([[first, balances]]), NOW + 7);
    expect(new Map(await items.balancesReadAt("item-1"))).toEqual(
      new Map([[first, NOW + 7], ...entries] as [string, number][]),
    );
    await items.remove(item, NOW);
    expect((await items.balancesReadAt("item-1")).size).toBe(0);
    expect(await store.itemReads.find(read)).toMatchObject({ revision: 0, outcome: null });
  });
};
