import { expect, test } from "vitest";
import { readLiveMove } from "../../server/store/clients/live-move.ts";
import { moveClient } from "../../server/store/dialects/transfer/move-client.ts";
import {
  moveLiveClient,
  undoLiveMove,
} from "../../server/store/dialects/transfer/move-live-client.ts";
import { markRemoved } from "../../server/store/erasure/erase-client.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Database, Queryable } from "../../server/store/tables.ts";
import { isPerson, liveMoveOptions, moveStores } from "./client-move-stores.ts";
import type { ContractContext } from "./contract-context.ts";
import { dialects } from "./dialects.ts";
import { inserterOf } from "./inserter.ts";
import { NOW } from "./samples.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

type Step = "copy" | "compare" | "wait" | "remove";

/**
 * A database that loses the response of one transaction after its commit. `isIt` identifies the
 * transaction.
 */
const losing = (db: Database, isIt: () => Promise<boolean>) => {
  let isLost = false;
  return new Proxy(db, {
    get: (all, name) => {
      if (name !== "transact") {
        const value: unknown = Reflect.get(all, name, all);
        return typeof value === "function" ? value.bind(all) : value;
      }
      return async (...args: Parameters<Database["transact"]>) => {
        const answer = await all.transact(...args);
        if (!isLost && (await isIt())) {
          isLost = true;
          throw new Error("the connection was lost");
        }
        return answer;
      };
    },
  });
};

/**
 * The contract of every store for moves of running servers that overlap another command or a change
 * of the moved rows.
 */
export const clientMoveRunContract = (context: ContractContext): void => {
  const { dialect } = context;
  const { filled, fetchRows } = moveStores(context);
  const optionsWith = liveMoveOptions(dialects[dialect].rowWatch);

  /** Returns the options of a move that calls `happen` once, in a given step. */
  const during = (step: Step, happen: () => Promise<unknown>) => {
    let current = "";
    let isOver = false;
    const options = optionsWith(async () => {
      if (isOver || current !== step) return;
      isOver = true;
      await happen();
    });
    const progress = (at: string) => {
      current = at;
    };
    return { ...options, progress, rowsAtOnce: 300 };
  };

  const isPresent = async (db: Queryable) => {
    const [row] = await db
      .selectFrom("client")
      .select("removed_at")
      .where("client_id", "=", "one")
      .execute();
    return row?.removed_at === null;
  };

  const rowsIn = async (db: Database) =>
    (await fetchRows(db, "one")).filter((text) => !isPerson(text));

  test("a later run or an undo takes a move over, and one store has the client with all rows", async () => {
    for (const step of ["copy", "compare", "wait"] as const)
      for (const next of ["move", "undo"] as const) {
        const [source, target] = [await filled("one", "two"), await filled("three")];
        const [one, two] = [await rowsIn(source), await fetchRows(source, "two")];
        const first = moveLiveClient(
          source,
          target,
          during(step, () =>
            next === "move"
              ? moveLiveClient(source, target, { ...optionsWith(), moveId: "move-2" })
              : undoLiveMove(source, target, optionsWith()),
          ),
        );
        await expect(first).rejects.toThrow("another command goes on with its move");
        const [owner, other] = next === "move" ? [target, source] : [source, target];
        expect([await isPresent(owner), await isPresent(other)]).toEqual([true, false]);
        expect(await rowsIn(owner)).toEqual(one);
        expect(await rowsIn(other)).toEqual([]);
        expect(await fetchRows(source, "two")).toEqual(two);
        expect((await readLiveMove(source, "one"))?.step).toBe(
          next === "move" ? "left" : undefined,
        );
      }
  });

  test("a client that is removed, or shares accounts with another meanwhile, is not handed over", async () => {
    const share = async (source: Database) => {
      const insert = await inserterOf(source);
      await insert("access_grant", { grant_id: "mixed", client_id: null, secret_digest: "mixed" });
      for (const item_id of ["one-item-0", "two-item-0"])
        await insert("access_grant_account", { grant_id: "mixed", item_id, account_id: "account" });
    };
    const remove = (source: Database) =>
      source.transact((transaction) => markRemoved(transaction, "one", NOW));
    for (const [change, reason] of [
      [share, "shares accounts of other clients"],
      [remove, "it was removed here meanwhile"],
    ] as const) {
      const [source, target] = [await filled("one", "two"), await filled("three")];
      const move = moveLiveClient(
        source,
        target,
        during("compare", () => change(source)),
      );
      await expect(move).rejects.toThrow(reason);
      expect([await isPresent(source), await isPresent(target)]).toEqual([change === share, false]);
      await expect(moveLiveClient(source, target, optionsWith())).rejects.toThrow(reason);
      await undoLiveMove(source, target, optionsWith());
      const shared = await source
        .selectFrom("access_grant_account")
        .select("item_id")
        .where("grant_id", "=", "mixed")
        .orderBy("item_id")
        .execute();
      expect(shared).toHaveLength(change === share ? 2 : 0);
      expect(await rowsIn(target)).toEqual([]);
    }
  });

  test("an arrival whose answer was lost is not taken back, and jobs that came late arrive", async () => {
    const [source, target] = [await filled("one", "two"), await filled("three")];
    const one = await rowsIn(source);
    const insert = await inserterOf(source);
    const stepIn = async (db: Database) => (await readLiveMove(db, "one"))?.step;
    const lost = losing(target, async () => (await stepIn(target)) === "arrived");
    await expect(moveLiveClient(source, lost, optionsWith())).rejects.toThrow("was lost");
    expect([await stepIn(source), await isPresent(target)]).toEqual(["closed", true]);
    await expect(undoLiveMove(source, target, optionsWith())).rejects.toThrow("has all of it");
    await insert("job", {
      ...{ job_id: "late", payload: '{"client_id":"one"}', name: "deliver_webhook" },
      ...{ due_at: 7, lease: null },
    });
    const isHeld = async () => {
      const job = await source
        .selectFrom("job")
        .select("lease")
        .where("job_id", "=", "late")
        .executeTakeFirst();
      return Boolean(job?.lease);
    };
    const again = moveLiveClient(losing(source, isHeld), target, optionsWith());
    await expect(again).rejects.toThrow("was lost");
    expect(await moveLiveClient(source, target, optionsWith())).toBeNull();
    const jobIn = (db: Database) =>
      db.selectFrom("job").select(["due_at", "lease"]).where("job_id", "=", "late").execute();
    expect(await jobIn(source)).toEqual([]);
    expect((await jobIn(target)).map(({ due_at, lease }) => [Number(due_at), lease])).toEqual([
      [7, null],
    ]);
    await target.deleteFrom("job").where("job_id", "=", "late").execute();
    expect(await rowsIn(target)).toEqual(one);
    expect(await rowsIn(source)).toEqual([]);
  });

  test("a client that came back while the servers were stopped is found, and moves again", async () => {
    const [source, target] = [await filled("one", "two"), await filled("three")];
    const one = await rowsIn(source);
    const store = await openStore(source, TEST_CIPHER);
    await moveLiveClient(source, target, optionsWith());
    const left = await readLiveMove(source, "one");
    if (!left) throw new Error("the source does not know of the move");
    await moveClient(target, source, {
      ...{ clientId: "one", moveId: "move-2", now: NOW, progress: () => {} },
      ...{ actor: { kind: "operator", name: "ann" }, names: { source: "b", target: "a" } },
    });
    expect(await store.clients.byClientId("one")).not.toBeNull();
    expect(await rowsIn(source)).toEqual(one);
    await source.insertInto("client_move").values(left).execute();
    await moveLiveClient(source, target, { ...optionsWith(), moveId: "move-3" });
    expect(await rowsIn(target)).toEqual(one);
    expect(await rowsIn(source)).toEqual([]);
  });

  test("a failed sign-in of a client in another store is told by that one alone", async () => {
    const db = await filled("one", "two");
    const insert = await inserterOf(db);
    for (const client_id of ["one", "two"])
      await insert("failed_sign_in", {
        ...{
          client_id,
          link_session_id: `${client_id}-over`,
          institution_id: "ins_9",
          failed_at: 5,
        },
      });
    await db.updateTable("client").set({ removed_at: 0 }).where("client_id", "=", "one").execute();
    const { failedSignIns } = await openStore(db, TEST_CIPHER);
    const told = new Set<string>();
    await failedSignIns.take(
      { institutionId: "ins_9", since: 0, until: 9, limit: 99 },
      (failures) => {
        for (const { clientId } of failures) told.add(clientId);
        return { jobs: [], mailed: [] };
      },
    );
    expect([...told]).toEqual(["two"]);
  });

  test("a suspect that a move holds blocks no other suspect", async () => {
    const db = await filled("one", "two");
    const insert = await inserterOf(db);
    const row = { payload: "{}", name: "deliver_webhook", losses_alone: 1 };
    await insert("job", { ...row, job_id: "held", due_at: null, lease: "move move-1 5" });
    await insert("job", { ...row, job_id: "due", due_at: 5, lease: null });
    const { jobs } = await openStore(db, TEST_CIPHER);
    const job = await jobs.claimSuspect({ now: NOW, lease: "worker", leaseUntil: NOW + 1000 });
    expect(job?.jobId).toBe("due");
  });
};
