import { describe, expect, test } from "vitest";
import type { Usage } from "../../server/domain/limits/usage.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOTHING, NOW, sampleClient, sampleItem, sampleJob, tracesOf } from "./samples.ts";

/** The contract of every store for the API's operator. */
export const operationContract = ({ empty }: ContractContext): void => {
  const withItem = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.items.create(sampleItem("1"));
    return store;
  };

  describe("the events of an Item", () => {
    const changes = { error: "ITEM_LOGIN_REQUIRED", loggedInAt: NOW + 1 } as const;

    test("an Item's event is recorded, once from each record", async () => {
      const { items } = await withItem();
      const { item } = sampleItem("1");
      const results = await Promise.all(
        [1, 2, 3].map(() => items.compareAndSetStatus(item, changes)),
      );
      expect(results.toSorted()).toEqual([false, false, true]);
      expect(await items.byItemId("item-1")).toEqual({ ...item, ...changes });
    });

    test("an Item's event is not recorded of an Item that was removed, or that is not there", async () => {
      const { items } = await withItem();
      const { item } = sampleItem("1");
      await items.remove(sampleItem("1").item, NOW);
      expect(await items.compareAndSetStatus(item, changes)).toBe(false);
      expect(await items.compareAndSetStatus(sampleItem("2").item, changes)).toBe(false);
      expect(await items.byItemId("item-1")).toMatchObject({ error: null });
    });
  });

  describe("a limit of live Items", () => {
    const withLimit = (name: string) => ({ ...sampleItem(name), maxLive: 3 });

    test("a limit of live Items is not passed by Items made at once", async () => {
      const { clients, items } = await empty();
      await clients.add(sampleClient());
      const names = Array.from({ length: 12 }, (_, at) => String(at));
      const results = await Promise.allSettled(names.map((name) => items.create(withLimit(name))));
      const failures = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(failures.map(({ code }) => code)).toEqual(Array(9).fill("ADDITION_LIMIT"));
      const itemRows = await Promise.all(names.map((name) => items.byItemId(`item-${name}`)));
      expect(itemRows.filter((item) => item !== null)).toHaveLength(3);
    });

    test("a limit of live Items leaves nothing of the Item that is too many, and has room again once one is removed", async () => {
      const store = await empty();
      await store.clients.add(sampleClient());
      for (const name of ["1", "2", "3"]) await store.items.create(withLimit(name));
      const fourth = withLimit("4");
      await expect(store.items.create(fourth)).rejects.toThrow("there may be 3 live Items");
      expect(await tracesOf(store, fourth)).toEqual(NOTHING);
      await store.items.remove(sampleItem("2").item, NOW);
      await store.items.remove(sampleItem("2").item, NOW);
      await store.items.create(fourth);
      await expect(store.items.create(withLimit("5"))).rejects.toMatchObject({
        code: "ADDITION_LIMIT",
      });
    });

    test("a limit of live Items does not count an Item that could not be made", async () => {
      const store = await empty();
      await store.clients.add(sampleClient());
      const withoutClient = {
        ...withLimit("1"),
        item: { ...withLimit("1").item, clientId: "nobody" },
      };
      for (let at = 0; at < 5; at++)
        await expect(store.items.create(withoutClient)).rejects.toThrow();
      await store.items.create(withLimit("1"));
    });
  });

  test("a processor token is found by its digest until its Item is removed", async () => {
    const { clients, items, processorTokens } = await withItem();
    const token = {
      digest: "processor-1",
      itemId: "item-1",
      accountId: "account-savings",
      processor: "amberpay",
      products: null,
      createdAt: NOW,
    };
    await processorTokens.issue(token);
    expect(await processorTokens.byDigest("processor-1")).toEqual(token);
    expect(await processorTokens.byDigest("processor-2")).toBeNull();
    await processorTokens.setProducts(token, ["auth", "balance"]);
    const limited = { ...token, products: ["auth", "balance"] };
    expect(await processorTokens.byDigest("processor-1")).toEqual(limited);
    await processorTokens.setProducts(token, null);
    expect(await processorTokens.byDigest("processor-1")).toEqual(token);
    const processor = { clientId: "client-2", webhook: "https://pay.example/hook" };
    await clients.add(
      sampleClient({ clientId: "client-2", publicKey: "public-key-2", secrets: [], partner: true }),
    );
    await processorTokens.setWebhook(token, processor);
    expect(await processorTokens.receivers("item-1", "auth")).toEqual([
      { itemId: "item-1", accountId: "account-savings", ...processor },
    ]);
    await processorTokens.setProducts(token, ["balance"]);
    expect(await processorTokens.receivers("item-1", "auth")).toEqual([]);
    expect(await processorTokens.receivers("item-1", "balance")).toHaveLength(1);
    await clients.remove("client-2", { onlyEmpty: false, now: NOW });
    expect(await processorTokens.receivers("item-1", "balance")).toEqual([]);
    await items.remove(sampleItem("1").item, NOW);
    expect(await processorTokens.byDigest("processor-1")).toBeNull();
  });

  test("the last updates of an Item are known", async () => {
    const { itemStatus } = await withItem();
    const none = { transactionsUpdatedAt: null, transactionsFailedAt: null, lastWebhook: null };
    expect(await itemStatus.of("item-1")).toEqual(none);
    await itemStatus.recordTransactions("item-1", "failed", 1);
    await itemStatus.recordWebhook("item-1", "INITIAL_UPDATE", 2);
    await itemStatus.recordTransactions("item-1", "updated", 3);
    await itemStatus.recordWebhook("item-1", "DEFAULT_UPDATE", 4);
    expect(await itemStatus.of("item-1")).toEqual({
      transactionsUpdatedAt: 3,
      transactionsFailedAt: 1,
      lastWebhook: { code: "DEFAULT_UPDATE", sentAt: 4 },
    });
    expect(await itemStatus.of("item-2")).toEqual(none);
  });

  describe("usage", () => {
    const usageOf = (changes: Partial<Usage>): Usage => ({
      clientId: "client-1",
      product: "auth",
      itemId: "item-1",
      day: "2026-01-31",
      count: 1,
      ...changes,
    });

    test("adds up by client and product, within its months", async () => {
      const { usage } = await empty();
      await usage.add([
        usageOf({ count: 2 }),
        usageOf({ itemId: "item-2" }),
        usageOf({ day: "2026-02-01" }),
      ]);
      await usage.add([usageOf({ count: 5 }), usageOf({ product: "identity", day: "2026-01-01" })]);
      await usage.add([usageOf({ clientId: "client-2", day: "2026-02-28" })]);
      expect(await usage.totals("2026-01-01", "2026-02-01")).toEqual([
        { clientId: "client-1", product: "auth", items: 2, calls: 8 },
        { clientId: "client-1", product: "identity", items: 1, calls: 1 },
      ]);
      expect(await usage.totals("2026-02-01", "2026-03-01")).toEqual([
        { clientId: "client-1", product: "auth", items: 1, calls: 1 },
        { clientId: "client-2", product: "auth", items: 1, calls: 1 },
      ]);
    });

    test("calls of months are added up by product, of a client or of all", async () => {
      const { usage } = await empty();
      await usage.add([
        usageOf({ day: "2025-11-30" }),
        usageOf({ day: "2025-12-01", count: 3 }),
        usageOf({ day: "2025-12-31", count: 4, itemId: "item-2" }),
        usageOf({ day: "2025-12-31", product: "identity" }),
        usageOf({ day: "2026-01-01", clientId: "client-2", count: 9 }),
      ]);
      const own = [
        { month: "2025-12", product: "auth", calls: 7 },
        { month: "2025-12", product: "identity", calls: 1 },
      ];
      const theirs = [{ month: "2026-01", product: "auth", calls: 9 }];
      const months = async (clientId?: string) =>
        (await usage.byMonth(["2025-12", "2026-01"], clientId)).toSorted((calls, b) =>
          `${calls.month}${calls.product}` < `${b.month}${b.product}` ? -1 : 1,
        );
      expect(await months()).toEqual([...own, ...theirs]);
      expect(await months("client-1")).toEqual(own);
      expect(await months("client-3")).toEqual([]);
    });

    test("a batch of usage that is written again counts once, until its writer is purged", async () => {
      const { usage } = await empty();
      const batch = (writer: string, number: number) => ({ writer, number, at: 1000 });
      await usage.add([usageOf({ count: 2 })], batch("one", 1));
      await usage.add([usageOf({ count: 2 })], batch("one", 1));
      await usage.add([usageOf({ count: 3 })], batch("one", 2));
      await usage.add([usageOf({ count: 4 })], batch("other", 1));
      expect(await usage.totals("2026-01-01", "2026-02-01")).toMatchObject([{ calls: 9 }]);
      await usage.purgeBatches(1000);
      await usage.add([usageOf({ count: 3 })], batch("one", 2));
      expect(await usage.totals("2026-01-01", "2026-02-01")).toMatchObject([{ calls: 9 }]);
      await usage.purgeBatches(1001);
      await usage.add([usageOf({ count: 1 })], batch("one", 1));
      expect(await usage.totals("2026-01-01", "2026-02-01")).toMatchObject([{ calls: 10 }]);
    });

    test("usage takes thousands of rows at once, and none", async () => {
      const { usage } = await empty();
      await usage.add([]);
      await usage.add(Array.from({ length: 2500 }, (_, at) => usageOf({ itemId: `item-${at}` })));
      expect(await usage.totals("2026-01-01", "2026-02-01")).toMatchObject([
        { items: 2500, calls: 2500 },
      ]);
    });
  });

  test("getOrSet keeps the first value", async () => {
    const { settings } = await empty();
    const marks = await Promise.all(["a", "b"].map((value) => settings.getOrSet("name", value)));
    expect(new Set(marks).size).toBe(1);
    expect(await settings.getOrSet("name", "d")).toBe(marks[0]);
    expect(await settings.getOrSet("other", "c")).toBe("c");
  });

  test("a client becomes a partner, and stops being one", async () => {
    const { clients } = await withItem();
    await clients.setPartner("client-1", true);
    expect(await clients.byClientId("client-1")).toMatchObject({ partner: true });
    await clients.setPartner("client-1", false);
    expect(await clients.byClientId("client-1")).toEqual(sampleClient());
  });

  test("a client's institutions can be replaced, and emptied", async () => {
    const { clients } = await withItem();
    for (const institutions of [["ins_1", "ins_2"], ["ins_3"], []]) {
      await clients.setInstitutions("client-1", institutions);
      expect(await clients.byClientId("client-1")).toEqual(sampleClient({ institutions }));
    }
  });

  test("the jobs of each name are counted, with the oldest that is due", async () => {
    const { jobs } = await empty();
    expect(await jobs.depth()).toEqual([]);
    await jobs.add([
      sampleJob("1", { dueAt: NOW - 9 }),
      sampleJob("2", { dueAt: NOW + 5 }),
      sampleJob("3", { dueAt: NOW - 1, name: "other" }),
    ]);
    const claim = { now: NOW, lease: "lease", leaseUntil: NOW + 30, limit: 1, perLane: 1 };
    const [oldest] = await jobs.claim({ ...claim, busy: new Map() });
    if (!oldest) throw new Error("a job is due");
    const none = { suspects: 0, givenUp: 0, crashed: 0 };
    const sample = { name: "sample", pending: 2, ...none, oldestDueAt: NOW + 5 };
    const other = { name: "other", pending: 1, ...none, oldestDueAt: NOW - 1 };
    expect(new Set(await jobs.depth())).toEqual(new Set([sample, other]));
    await jobs.giveUp(oldest, NOW);
    expect(new Set(await jobs.depth())).toEqual(
      new Set([{ ...sample, pending: 1, givenUp: 1 }, other]),
    );
  });

  test("the schema is up to date once a store is open", async () => {
    expect(await (await empty()).schema()).toEqual({ pending: [], unknown: [] });
  });
};
