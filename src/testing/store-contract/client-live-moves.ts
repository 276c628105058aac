import { expect, test } from "vitest";
import { readLiveMove, setFence } from "../../server/store/clients/live-move.ts";
import {
  moveLiveClient,
  undoLiveMove,
} from "../../server/store/dialects/transfer/move-live-client.ts";
import { WATCHED_TABLES } from "../../server/store/dialects/transfer/watched-tables.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Database, Queryable } from "../../server/store/tables.ts";
import { isPerson, liveMoveOptions, moveStores } from "./client-move-stores.ts";
import { ITEMS } from "./client-rows.ts";
import type { ContractContext } from "./contract-context.ts";
import { dialects } from "./dialects.ts";
import { inserterOf } from "./inserter.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

const createSignal = () => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
};

const ADDRESSES = { sqlite: "cell.db", postgres: "postgres://localhost/cell" };

/** The contract of every store for a client's move while servers have both stores open. */
export const clientLiveMoveContract = (context: ContractContext): void => {
  const { dialect } = context;
  const { filled, fetchRows, countAt } = moveStores(context);
  const watch = dialects[dialect].rowWatch;

  const optionsWith = liveMoveOptions(watch);

  /** Changes to a client's rows. A few changes run after each batch of a copy. */
  const changes: ((db: Database, n: number) => Promise<unknown>)[] = [
    async (db, n) => {
      const insert = await inserterOf(db);
      const item_id = `one-new-${n}`;
      await insert("end_user", {
        client_id: "one",
        user_id: `one-new-${n}`,
        client_user_id: `${n}`,
      });
      await insert("item", {
        ...{ client_id: "one", institution_id: "ins_1", access_token_digest: item_id, item_id },
        user_id: `one-new-${n}`,
      });
      await insert("item_account", { item_id, account_id: "account" });
      await insert("item_transaction", { item_id, transaction_id: "1" });
      await insert("grant_link", {
        ...{ grant_id: "one-grant", link_id: `one-link-${n}`, link_token_digest: `one-link-${n}` },
      });
    },
    (db, n) =>
      db
        .updateTable("item")
        .set({ created_at: n })
        .where("item_id", "=", `one-item-${n % ITEMS}`)
        .execute(),
    (db, n) =>
      db
        .deleteFrom("item_transaction")
        .where("item_id", "=", "one-item-0")
        .where("transaction_id", "=", `${n}`)
        .execute(),
    (db, n) =>
      db
        .deleteFrom("item")
        .where("item_id", "=", `one-new-${n - (n % 4)}`)
        .execute(),
    (db, n) =>
      db.updateTable("request_total").set({ count: n }).where("client_id", "=", "one").execute(),
    (db, n) =>
      db.updateTable("item").set({ created_at: n }).where("item_id", "=", "two-item-0").execute(),
  ];

  test("a client whose rows change while it moves has the last of each in the other store", async () => {
    const [source, mirror, target] = [
      await filled("one", "two"),
      await filled("one", "two"),
      await filled("three"),
    ];
    const three = await fetchRows(target, "three");
    let n = 0;
    const change = async () => {
      if ((await readLiveMove(source, "one"))?.step !== "copying" || n > 150) return;
      n++;
      for (const db of [source, mirror]) await changes[n % changes.length]?.(db, n);
    };
    const rows = await moveLiveClient(source, target, { ...optionsWith(change), rowsAtOnce: 40 });
    expect(n).toBeGreaterThan(100);
    expect(rows).toBeGreaterThan(1000);
    expect(await fetchRows(target, "one")).toEqual(await fetchRows(mirror, "one"));
    expect((await fetchRows(source, "one")).filter((text) => !isPerson(text))).toEqual([]);
    expect(await fetchRows(source, "two")).toEqual(await fetchRows(mirror, "two"));
    expect(await fetchRows(target, "three")).toEqual(three);
    expect(await countAt(target)).toBeGreaterThan(2 * ITEMS);
    expect((await readLiveMove(source, "one"))?.step).toBe("left");
    expect(await readLiveMove(target, "one")).toBeNull();
    expect(await source.selectFrom("client_move_change").selectAll().execute()).toEqual([]);
    for (const db of [source, target])
      expect(await db.selectFrom("audit_entry").select("action").execute()).toEqual([
        { action: "client.move" },
      ]);
  });

  test("a move of running servers that stops anywhere goes on, and may be taken back before its end", async () => {
    const [source, target] = [await filled("one", "two"), await filled("three")];
    const [one, two] = [await fetchRows(source, "one"), await fetchRows(source, "two")];
    const steps = new Set<string>();
    const tryWith = async (limit: number) => {
      let calls = 0;
      const progress = (step: string) => {
        steps.add(step);
        if (++calls > limit) throw new Error("stopped");
      };
      return moveLiveClient(source, target, { ...optionsWith(), progress, rowsAtOnce: 300 }).then(
        () => true,
        (failure: Error) => {
          if (failure.message !== "stopped") throw failure;
          return false;
        },
      );
    };
    for (const limit of [3, 60, 200]) {
      expect(await tryWith(limit)).toBe(false);
      if ((await readLiveMove(target, "one"))?.step !== "arriving") break;
      await undoLiveMove(source, target, optionsWith());
      expect(await fetchRows(source, "one")).toEqual(one);
      expect((await fetchRows(target, "one")).filter((text) => !isPerson(text))).toEqual([]);
    }
    for (let limit = 5; !(await tryWith(limit)); limit += 150);
    expect([...steps].toSorted()).toEqual(["compare", "copy", "remove", "wait"]);
    expect(await fetchRows(target, "one")).toEqual(one);
    expect((await fetchRows(source, "one")).filter((text) => !isPerson(text))).toEqual([]);
    expect(await fetchRows(source, "two")).toEqual(two);
    expect([await countAt(source), await countAt(target)]).toEqual([ITEMS, 2 * ITEMS]);
  });

  test("a write of a client behind the fence is refused, and those of others and of logs go on", async () => {
    const source = await filled("one", "two");
    await watch.start(source, "one", WATCHED_TABLES);
    await setFence(source, "open");
    const before = await fetchRows(source, "one");
    const rename = (db: Queryable, id: string) =>
      db.updateTable("item").set({ created_at: 7 }).where("item_id", "=", `${id}-item-0`).execute();
    await setFence(source, "closed");
    const insert = await inserterOf(source);
    const useGrant = async (db: Database, grantId: string) =>
      (await openStore(db, TEST_CIPHER)).grants.recordUse({
        ...{ grantId, at: 7, day: "2026-11-30", address: "10.0.0.1" },
      });
    const writes: (() => Promise<unknown>)[] = [
      () => rename(source, "one"),
      () => source.deleteFrom("item").where("item_id", "=", "one-item-0").execute(),
      () => insert("item_account", { item_id: "one-item-0", account_id: "late" }),
      () => insert("webhook_delivery", { client_id: "one", delivery_id: "one-late" }),
      () => insert("member_passkey", { member_id: "one-member", credential_id: "one-late" }),
      () =>
        insert("access_grant_account", { grant_id: "grant of one-item-0", item_id: "one-item-0" }),
      // A late use of a grant of the client, and of a person.
      ...["one-grant", "grant of one-item-0"].map((grantId) => () => useGrant(source, grantId)),
      () =>
        source.transact(async (transaction) => {
          await rename(transaction, "two");
          await rename(transaction, "one");
        }),
    ];
    for (const write of writes) await expect(write()).rejects.toThrow("the client is being moved");
    const failure = await rename(source, "one").catch((error: Error) => error);
    if (!(failure instanceof Error)) throw new Error("it was not refused");
    expect(dialects[dialect].explain(failure, ADDRESSES[dialect])?.reason).toContain(
      "refuses a write",
    );
    await insert("request_log", { client_id: "one", request_id: "one-late" });
    await insert("request_log", { client_id: "two", request_id: "two-late" });
    expect(await fetchRows(source, "one")).toEqual(before);
    await rename(source, "two");
    expect(JSON.stringify(await fetchRows(source, "two"))).toContain("two-late");
    await setFence(source, "left");
    await expect(rename(source, "one")).rejects.toThrow("the client is being moved");
    await source.deleteFrom("item_account").where("item_id", "=", "one-item-0").execute();
    expect(await fetchRows(source, "one")).not.toEqual(before);
    await watch.stop(
      source,
      WATCHED_TABLES.map(({ name }) => name),
    );
    await rename(source, "one");
  });

  // In SQLite a transaction locks the file from its beginning.
  if (dialect === "postgres")
    test("the fence waits for transactions that have written, and refuses those that write later", async () => {
      const source = await filled("one", "two");
      await watch.start(source, "one", WATCHED_TABLES);
      await setFence(source, "open");
      const change = (db: Queryable, at: number) =>
        db
          .updateTable("item")
          .set({ created_at: at })
          .where("item_id", "=", "one-item-0")
          .execute();
      const [early, late] = [createSignal(), createSignal()];
      const [begun, read] = [createSignal(), createSignal()];
      const order: string[] = [];
      const first = source.transact(async (transaction) => {
        await change(transaction, 7);
        begun.resolve();
        await early.promise;
        order.push("written");
      });
      const second = source.transact(async (transaction) => {
        await transaction.selectFrom("item").select("item_id").limit(1).execute();
        read.resolve();
        await late.promise;
        await change(transaction, 8);
      });
      await Promise.all([begun.promise, read.promise]);
      const closed = setFence(source, "closed").then(() => order.push("closed"));
      early.resolve();
      await Promise.all([first, closed]);
      late.resolve();
      await expect(second).rejects.toThrow("the client is being moved");
      expect(order).toEqual(["written", "closed"]);
      const notes = await source.selectFrom("client_move_change").select("row_key").execute();
      expect(notes).toEqual([{ row_key: '["one-item-0"]' }]);
      const { created_at } = await source
        .selectFrom("item")
        .select("created_at")
        .where("item_id", "=", "one-item-0")
        .executeTakeFirstOrThrow();
      expect(Number(created_at)).toBe(7);
    });

  test("servers refuse the calls of a client that is handed over, or has left, until it comes back", async () => {
    const [source, target] = [await filled("one", "two"), await filled("three")];
    const steps: string[] = [];
    const stores = await Promise.all([source, target].map((db) => openStore(db, TEST_CIPHER)));
    const seen = async () => {
      const step = (await readLiveMove(source, "one"))?.step ?? "";
      const answers = await Promise.all(
        stores.map(({ clients }) =>
          clients.byClientId("one").then(
            (client) => (client ? "found" : "unknown"),
            (fault: { code?: string }) => fault.code ?? "failed",
          ),
        ),
      );
      steps.push(`${step} ${answers.join(" ")}`);
    };
    await moveLiveClient(source, target, optionsWith(seen));
    await seen();
    expect([...new Set(steps)]).toEqual([
      "copying found SERVICE_UNAVAILABLE",
      "closing SERVICE_UNAVAILABLE SERVICE_UNAVAILABLE",
      "left SERVICE_UNAVAILABLE found",
    ]);
    expect(await stores[0]?.clients.byClientId("two")).not.toBeNull();
    await moveLiveClient(target, source, { ...optionsWith(), moveId: "move-2" });
    expect(await stores[0]?.clients.byClientId("one")).not.toBeNull();
    expect(await stores[0]?.clients.removed()).toEqual([]);
  });
};
