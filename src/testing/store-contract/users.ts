import fc from "fast-check";
import { expect, test } from "vitest";
import type { Store } from "../../server/domain/store.ts";
import { samples } from "../property-samples.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem, sampleJob, sampleUser } from "./samples.ts";

/** The contract of every store for users. */
export const usersContract = ({ empty }: ContractContext): void => {
  const withUser = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.clients.add(sampleClient({ clientId: "client-2", publicKey: "public-key-2" }));
    expect(await store.users.add(sampleUser())).toBe(true);
    return store;
  };
  const itemOfUser = (name: string, changes = {}) =>
    sampleItem(name, { userId: "usr_1", ...changes });
  const revocations = async ({ users }: Store) =>
    (await users.items("usr_1")).map((item) => ({
      item,
      changes: { error: "USER_PERMISSION_REVOKED" as const, loggedInAt: item.loggedInAt },
    }));

  test("a user comes back as it was, by either id", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          userId: fc.uuid(),
          clientId: fc.constant("client-1"),
          clientUserId: fc.string({ unit: "grapheme", minLength: 1 }).map((id) => `x${id}`),
          legacyUserId: fc.option(fc.string()),
          sealedIdentity: fc.option(fc.string()),
          createdAt: fc.integer({ min: 0, max: 8.64e15 }),
          productsEndedAt: fc.option(fc.integer({ min: 0, max: 8.64e15 })),
        }),
        async (user) => {
          const store = await empty();
          await store.clients.add(sampleClient());
          expect(await store.users.add(user)).toBe(true);
          expect(await store.users.byUserId(user.userId)).toEqual(user);
          expect(await store.users.byClientUserId("client-1", user.clientUserId)).toEqual(user);
          await store.close();
        },
      ),
      { numRuns: samples(20) },
    );
  });

  test("a client has one user of a client_user_id, and another client may have one of it too", async () => {
    const { users } = await withUser();
    const second = sampleUser({ userId: "usr_2" });
    expect(await users.add(second)).toBe(false);
    expect(await users.byUserId("usr_2")).toBeNull();
    expect(await users.byClientUserId("client-1", "customer-1")).toEqual(sampleUser());
    const other = { ...second, clientId: "client-2" };
    expect(await users.add(other)).toBe(true);
    expect(await users.byClientUserId("client-2", "customer-1")).toEqual(other);
  });

  test("only one of 50 users with one client_user_id that are added at once is stored", async () => {
    const { users } = await withUser();
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        users.add(sampleUser({ userId: `usr_n${n}`, clientUserId: "customer-2" })),
      ),
    );
    expect(results.filter((result) => result)).toHaveLength(1);
  });

  test("a user's identity is replaced, and that of an unknown user is not", async () => {
    const { users } = await withUser();
    expect(await users.setIdentity("usr_1", "another")).toBe(true);
    expect(await users.setIdentity("usr_2", "another")).toBe(false);
    expect(await users.setIdentity("usr_1", "third", "a former one")).toBe(false);
    expect(await users.setIdentity("usr_1", "third", null)).toBe(false);
    expect(await users.setIdentity("usr_1", "third", "another")).toBe(true);
    expect(await users.setIdentity("usr_1", "another", "third")).toBe(true);
    expect(await users.byUserId("usr_1")).toEqual(sampleUser({ sealedIdentity: "another" }));
  });

  test("an Item belongs to the user that it was linked under, until it is removed", async () => {
    const store = await withUser();
    const [first, second] = [itemOfUser("1"), itemOfUser("2", { createdAt: NOW + 1 })];
    await store.items.create(second);
    await store.items.create(first);
    await store.items.create(sampleItem("3"));
    const atBank = { clientId: "client-1", institutionId: "ins_1", clientUserId: null };
    const newestFirst = () => store.items.ofEndUser({ ...atBank, userId: "usr_1" });
    expect(await store.users.items("usr_1")).toEqual([first.item, second.item]);
    expect(await newestFirst()).toEqual([second.item, first.item]);
    await store.items.remove(first.item, NOW + 2);
    expect(await store.users.items("usr_1")).toEqual([second.item]);
    expect(await newestFirst()).toEqual([second.item]);
    expect((await store.items.byItemId("item-2"))?.userId).toBe("usr_1");
    expect((await store.items.byItemId("item-3"))?.userId).toBeNull();
  });

  test("no Item is linked under a user that is not there", async () => {
    const store = await withUser();
    const newItem = sampleItem("1", { userId: "usr_2" });
    await expect(store.items.create(newItem)).rejects.toMatchObject({ code: "INVALID_USER_ID" });
    expect(await store.items.byItemId("item-1")).toBeNull();
  });

  test("a removed user leaves nothing; its Items are revoked and have no user", async () => {
    const store = await withUser();
    await store.items.create(itemOfUser("1"));
    const before = await revocations(store);
    expect(await store.users.remove("usr_1", before, [sampleJob("1")])).toBe(true);
    expect(await store.users.byUserId("usr_1")).toBeNull();
    expect(await store.users.byClientUserId("client-1", "customer-1")).toBeNull();
    expect(await store.users.items("usr_1")).toEqual([]);
    expect(await store.items.byItemId("item-1")).toMatchObject({
      error: "USER_PERMISSION_REVOKED",
      userId: null,
    });
    expect(await store.jobs.count("sample")).toBe(1);
    expect(await store.users.remove("usr_1", [], [sampleJob("2")])).toBe(false);
    expect(await store.jobs.count("sample")).toBe(1);
    expect(await store.users.add(sampleUser({ userId: "usr_2" }))).toBe(true);
  });

  test("a user whose Items have changed since they were read is not removed", async () => {
    const store = await withUser();
    await store.items.create(itemOfUser("1"));
    const before = await revocations(store);
    const stays = async () => {
      expect(await store.users.remove("usr_1", before, [sampleJob("1")])).toBe(false);
      expect(await store.users.byUserId("usr_1")).toEqual(sampleUser());
      expect(await store.jobs.count("sample")).toBe(0);
    };
    await store.items.create(itemOfUser("2"));
    await stays();
    await store.items.remove(itemOfUser("2").item, NOW);
    await store.items.compareAndSetStatus(itemOfUser("1").item, {
      error: "ITEM_LOGIN_REQUIRED",
      loggedInAt: NOW,
    });
    await stays();
    expect((await store.items.byItemId("item-1"))?.error).toBe("ITEM_LOGIN_REQUIRED");
    expect(await store.users.remove("usr_1", await revocations(store))).toBe(true);
  });

  test("uses of the legacy API add up, with the last request; those of unknown clients are left out", async () => {
    const { clients, legacyUses } = await withUser();
    const use = (clientId: string, count: number) => ({
      clientId,
      path: "/user/create",
      field: "user_token" as const,
      count,
      lastAt: NOW + count,
      requestId: `request-${count}`,
    });
    await legacyUses.add([use("client-2", 1), use("nobody", 1), use("client-1", 2)]);
    await legacyUses.add([use("client-1", 3)]);
    expect(await legacyUses.all()).toEqual([
      { ...use("client-1", 3), count: 5 },
      use("client-2", 1),
    ]);
    await clients.remove("client-1", { onlyEmpty: false, now: NOW });
    expect(await legacyUses.all()).toEqual([use("client-2", 1)]);
  });

  test("a client's users go with it", async () => {
    const store = await withUser();
    await store.items.create(itemOfUser("1"));
    await store.clients.remove("client-1", { onlyEmpty: false, now: NOW });
    expect(await store.users.byUserId("usr_1")).toBeNull();
  });
};
