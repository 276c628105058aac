import { expect, test } from "vitest";
import { LINK_PRODUCTS } from "../../protocol/vocabulary.ts";
import { toNumbers } from "../../server/domain/items/account-numbers.ts";
import type { NewItem } from "../../server/domain/link/new-item.ts";
import { parseRawJson } from "../../server/domain/raw-json.ts";
import { newFeed } from "../../server/domain/transactions/transaction-feed.ts";
import type { ContractContext } from "./contract-context.ts";
import {
  BALANCES,
  NOTHING,
  NOW,
  sampleClient,
  sampleItem,
  sampleToken,
  tracesOf,
  whole,
} from "./samples.ts";

/** The contract of every store for Items. */
export const itemsContract = ({ empty, migratedDatabase, open }: ContractContext): void => {
  const withClient = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    return store;
  };

  test("the live Items of one person at an institution are read, the newest first, and the person of an Item", async () => {
    const store = await withClient();
    const make = (name: string, clientUserId: string | null, changes = {}) =>
      store.items.create({ ...sampleItem(name, changes), clientUserId });
    await make("1", "customer-1", { createdAt: NOW });
    await make("2", "customer-1", { createdAt: NOW + 1 });
    await make("3", "customer-1", { institutionId: "ins_2" });
    await make("4", "customer-2");
    await make("5", null);
    await make("6", "customer-1");
    await store.items.remove(sampleItem("6").item, NOW);
    const fetchIds = async (clientUserId: string | null, clientId = "client-1") => {
      const endUser = { clientId, institutionId: "ins_1", userId: null, clientUserId };
      return (await store.items.ofEndUser(endUser)).map(({ itemId }) => itemId);
    };
    expect(await fetchIds("customer-1")).toEqual(["item-2", "item-1"]);
    expect(await fetchIds("customer-3")).toEqual([]);
    expect(await fetchIds("customer-1", "client-2")).toEqual([]);
    expect(await fetchIds(null)).toEqual([]);
    const person = { clientId: "client-1", userId: null };
    expect(await store.items.personOf("item-4")).toEqual({ ...person, clientUserId: "customer-2" });
    expect(await store.items.personOf("item-5")).toEqual({ ...person, clientUserId: null });
    expect(await store.items.personOf("item-6")).toBeNull();
  });

  test("an Item is created with its accounts in their order and its public token", async () => {
    const store = await withClient();
    const newItem = sampleItem("1", {
      webhook: "https://shop.example/webhook",
      error: "ITEM_LOCKED",
      consentExpiresAt: 1_800_000_000_000,
    });
    await store.items.create(newItem);
    expect(await tracesOf(store, newItem)).toEqual(whole(newItem));
  });

  test("an Item may have no accounts", async () => {
    const store = await withClient();
    const newItem = { ...sampleItem("1"), accounts: [] };
    await store.items.create(newItem);
    expect(await tracesOf(store, newItem)).toEqual(whole(newItem));
  });

  test("two Items may have accounts with the same ids, and each keeps its own", async () => {
    const store = await withClient();
    const [first, second] = [sampleItem("1"), sampleItem("2")];
    await store.items.create(first);
    await store.items.create({ ...second, accounts: second.accounts.slice(1) });
    expect(await store.items.accounts("item-1")).toEqual(first.accounts);
    const accountsJson = await store.items.accountsJson("item-1");
    expect(accountsJson && parseRawJson(accountsJson)).toEqual(
      first.accounts.map(({ account }) => account),
    );
    expect(await store.items.accounts("item-2")).toEqual(second.accounts.slice(1));
  });

  test("the accounts for API reads follow each change, and are gone with the Item", async () => {
    const { items } = await withClient();
    const newItem = sampleItem("1");
    const [savings, checking, ...others] = newItem.accounts;
    if (!savings || !checking) throw new Error("the sample has two accounts");
    await items.create({
      ...newItem,
      accounts: [savings, { ...checking, numbers: {} }, ...others],
    });
    const expectAccounts = async () => {
      const now = await items.accounts("item-1");
      const reachable = now.filter(({ numbers }) => Object.keys(numbers).length > 0);
      const item = await items.byItemId("item-1");
      const access = await items.findByAccessToken(newItem.item.accessTokenDigest);
      expect(access?.item).toEqual(item);
      expect(access?.accounts).toEqual(await items.accountsJson("item-1"));
      if (now.some(({ verification }) => verification !== null))
        return expect(access).toMatchObject({ accounts: null, auth: null });
      expect(access?.accounts && parseRawJson(access.accounts)).toEqual(
        now.map(({ account }) => account),
      );
      expect(access?.auth && parseRawJson(access.auth.accounts)).toEqual(
        reachable.map(({ account }) => account),
      );
      expect(access?.auth && parseRawJson(access.auth.numbers)).toEqual(toNumbers(reachable));
    };
    await expectAccounts();
    await items.setBalances("item-1", new Map([[savings.account.account_id, BALANCES]]), NOW);
    await expectAccounts();
    const pending = { status: "pending_manual_verification", since: NOW, wrong: 0 } as const;
    expect(
      await items.recordVerification({
        itemId: "item-1",
        accountId: savings.account.account_id,
        verification: pending,
        expected: savings.verification,
      }),
    ).toBe(true);
    await expectAccounts();
    expect(await items.accountsJson("item-1")).toBeNull();
    await items.remove(sampleItem("1").item, NOW);
    expect(await items.accountsJson("item-1")).toBeNull();
  });

  test("unknown ids and access tokens find nothing", async () => {
    const store = await withClient();
    await store.items.create(sampleItem("1"));
    expect(await tracesOf(store, sampleItem("2"))).toEqual(NOTHING);
  });

  test.each(Object.entries(brokenItems()))(
    "an Item with %s is refused, and nothing of it stays behind",
    async (_, change) => {
      const store = await withClient();
      const first = sampleItem("1");
      await store.items.create(first);
      await expect(store.items.create(change)).rejects.toThrow();
      expect(await store.items.byItemId("item-2")).toBeNull();
      expect(await store.items.accounts("item-2")).toEqual([]);
      expect(await store.publicTokens.byDigest("public-2")).toBeNull();
      expect(await tracesOf(store, first)).toEqual(whole(first));
    },
  );

  test("products are added once, after those that the Item has", async () => {
    const { items } = await withClient();
    await items.create(sampleItem("1", { products: ["auth", "balance"] }));
    await items.create(sampleItem("2", { products: ["auth"] }));
    await items.addProducts("item-1", ["identity", "auth", "identity", "assets"]);
    await items.addProducts("item-1", ["assets"]);
    await items.addProducts("item-1", []);
    const products = ["auth", "balance", "identity", "assets"];
    expect(await items.byItemId("item-1")).toMatchObject({ products });
    expect(await items.byItemId("item-2")).toMatchObject({ products: ["auth"] });
  });

  test("products added at the same time are all there", async () => {
    const { items } = await withClient();
    await items.create(sampleItem("1", { products: [] }));
    await Promise.all(LINK_PRODUCTS.map((product) => items.addProducts("item-1", [product])));
    const item = await items.byItemId("item-1");
    expect(item?.products.toSorted()).toEqual(LINK_PRODUCTS.toSorted());
  });

  test("an Item's webhook is replaced, and taken away", async () => {
    const { items } = await withClient();
    await items.create(sampleItem("1"));
    await items.setWebhook("item-1", "https://shop.example/webhook");
    expect(await items.byItemId("item-1")).toMatchObject({
      webhook: "https://shop.example/webhook",
    });
    await items.setWebhook("item-1", null);
    expect(await items.byItemId("item-1")).toMatchObject({ webhook: null });
  });

  test("an Item is found with its feed and its status, as they are after each change by another process", async () => {
    const address = await migratedDatabase();
    const [reader, writer] = [await open(address), await open(address)];
    await writer.clients.add(sampleClient());
    const { item } = sampleItem("1");
    await writer.items.create(sampleItem("1"));
    const expectSame = async (digest: string) => {
      const found = await reader.items.findByAccessToken(digest);
      const feed = await writer.transactions.feed("item-1");
      const status = await writer.itemStatus.of("item-1");
      // The first read fills the cache. The second read uses the cache.
      for (const _ of [1, 2]) {
        expect(await reader.transactions.itemWithFeed(digest)).toEqual(found && { ...found, feed });
        expect(await reader.itemStatus.withItem(digest)).toEqual(found && { ...found, status });
      }
      return found;
    };
    expect(await expectSame("access-1")).not.toBeNull();
    await writer.transactions.begin(newFeed("item-1"));
    await expectSame("access-1");
    await writer.itemStatus.recordWebhook("item-1", "INITIAL_UPDATE", NOW);
    await expectSame("access-1");
    await writer.items.setWebhook("item-1", "https://shop.example/webhook");
    expect((await expectSame("access-1"))?.item.webhook).toBe("https://shop.example/webhook");
    await writer.items.rotateAccessToken(item, "next");
    expect(await expectSame("access-1")).toBeNull();
    expect(await expectSame("next")).not.toBeNull();
  });

  test("an access token is rotated once from each generation, and the old one finds nothing", async () => {
    const { items } = await withClient();
    const { item } = sampleItem("1");
    await items.create(sampleItem("1"));
    const tokens = Array.from({ length: 20 }, (_, at) => `next-${at}`);
    const results = await Promise.all(tokens.map((token) => items.rotateAccessToken(item, token)));
    expect(results.filter(Boolean)).toHaveLength(1);
    const next = tokens[results.indexOf(true)] ?? "";
    expect(await items.findByAccessToken("access-1")).toBeNull();
    expect((await items.findByAccessToken(next))?.item).toEqual({
      ...item,
      accessTokenDigest: next,
      accessTokenGeneration: 1,
    });
  });

  test("a removed Item is a record without login, accounts and public tokens, for good", async () => {
    const store = await withClient();
    const [newItem, other] = [sampleItem("1"), sampleItem("2")];
    await store.items.create(newItem);
    await store.items.create(other);
    const times = [1, 2, 3];
    const results = await Promise.all(
      times.map((now) => store.items.remove(sampleItem("1").item, now)),
    );
    expect(results.toSorted()).toEqual([false, false, true]);
    const { item } = newItem;
    expect(await store.items.byItemId("item-1")).toEqual({
      ...item,
      sealedLogin: "",
      removedAt: times[results.indexOf(true)],
    });
    expect(await store.items.accounts("item-1")).toEqual([]);
    expect(await store.publicTokens.byDigest("public-1")).toBeNull();
    expect(await store.items.rotateAccessToken(item, "next")).toBe(false);
    expect(await tracesOf(store, other)).toEqual(whole(other));
  });

  test("a rotated access token no longer removes its Item", async () => {
    const { items } = await withClient();
    const { item, ...rest } = sampleItem("1");
    await items.create({ item, ...rest });
    expect(await items.rotateAccessToken(item, "next")).toBe(true);
    expect(await items.remove(item, NOW)).toBe(false);
    expect(await items.accounts("item-1")).toEqual(rest.accounts);
    expect(await items.remove({ ...item, accessTokenGeneration: 1 }, NOW)).toBe(true);
  });

  test("no Item is removed that is not there", async () => {
    const { items } = await withClient();
    expect(await items.remove(sampleItem("1").item, 1)).toBe(false);
  });

  test("products added to no Item change nothing", async () => {
    const { items } = await withClient();
    await items.addProducts("item-1", ["auth"]);
    expect(await items.byItemId("item-1")).toBeNull();
  });
};

/** Items that cannot be created while `sampleItem("1")` exists, by their fault. */
export function brokenItems(): Record<string, NewItem> {
  const good = sampleItem("2");
  const [account] = good.accounts;
  if (!account) throw new Error("the sample Item has no accounts");
  return {
    "an id that is taken": sampleItem("2", { itemId: "item-1" }),
    "an access token that is taken": sampleItem("2", { accessTokenDigest: "access-1" }),
    "a client that does not exist": sampleItem("2", { clientId: "nobody" }),
    "the same account twice": { ...good, accounts: [...good.accounts, account] },
    "an account of an Item that does not exist": {
      ...good,
      accounts: [{ ...account, itemId: "item-3" }],
    },
    "a public token that is taken": {
      ...good,
      publicToken: sampleToken("2", { digest: "public-1" }),
    },
  };
}
