import { Migrator } from "kysely";
import { expect, test } from "vitest";
import { migrationNames } from "../../server/store/migrations/index.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { ContractContext } from "./contract-context.ts";
import { dialects } from "./dialects.ts";
import { sampleClient, sampleItem, sampleSession, tracesOf, whole } from "./samples.ts";

/** The contract of every store for opening, closing and opening again. */
export const openingContract = ({
  dialect,
  newDatabase,
  connect,
  open,
  empty,
}: ContractContext): void => {
  test("writes persist when the store is opened again", async () => {
    const address = await newDatabase();
    const before = await open(address);
    const newItem = sampleItem("1");
    await before.clients.add(sampleClient());
    await before.sessions.start(sampleSession());
    await before.items.create(newItem);
    await before.close();

    const after = await open(address);
    expect(await after.clients.first()).toEqual(sampleClient());
    expect(await after.sessions.byTokenDigest("session-token-1")).toEqual(sampleSession());
    expect(await tracesOf(after, newItem)).toEqual(whole(newItem));
  });

  test("a closed store rejects every call, and may be closed again", async () => {
    const store = await empty();
    await store.close();
    await expect(store.clients.first()).rejects.toThrow();
    await expect(store.clients.add(sampleClient())).rejects.toThrow();
    await store.close();
  });

  test("a store that a newer version has changed is refused in words that say so", async () => {
    const address = await newDatabase();
    const store = await open(address);
    await store.clients.add(sampleClient());
    await store.close();
    const newer = connect(address).withTables<{
      kysely_migration: { name: string; timestamp: string };
    }>();
    const migration = { name: "9999-future", timestamp: "2999-01-01T00:00:00.000Z" };
    await newer.insertInto("kysely_migration").values(migration).execute();
    await newer.destroy();

    const refusal = connect(address);
    await expect(openStore(refusal)).rejects.toThrow(
      /written by a newer version of service-link.*9999-future/,
    );
    await expect(refusal.selectFrom("client").selectAll().execute()).rejects.toThrow(/destroyed/);

    const storeAgain = connect(address).withTables<{ kysely_migration: { name: string } }>();
    await storeAgain.deleteFrom("kysely_migration").where("name", "=", "9999-future").execute();
    await storeAgain.destroy();
    expect(await (await open(address)).clients.first()).toEqual(sampleClient());
  });

  test.each([
    ["one step", ["0001-start"]],
    ["an older baseline", ["0001-baseline", "0002-client-theme"]],
  ])(
    "a store of an unreleased build with %s is refused in one sentence, and stays as it is",
    async (_, names) => {
      const steps = names.map((name) => [name, { up: async () => {} }] as const);
      const address = await newDatabase();
      const unreleased = connect(address);
      const provider = { getMigrations: async () => Object.fromEntries(steps) };
      await new Migrator({ db: unreleased, provider }).migrateToLatest();
      const fetchTables = async () => (await connect(address).introspection.getTables()).length;
      expect(await fetchTables()).toBe(0);

      await expect(openStore(connect(address))).rejects.toThrow(
        /^The store was made by a build of service-link from before its first release, which [^.]*: start with [^.]*\.$/,
      );
      expect(await dialects[dialect].inspect(address)).toMatchObject({
        problem: { reason: expect.stringContaining("before its first release") },
        foreign: [],
        pending: migrationNames(),
        unknown: names,
      });
      expect(await fetchTables()).toBe(0);
    },
  );
};
