import { expect, test } from "vitest";
import { DAY_MS } from "../../server/domain/calendar.ts";
import { endStalePauses, readLiveMove } from "../../server/store/clients/live-move.ts";
import {
  moveLiveClient,
  undoLiveMove,
} from "../../server/store/dialects/transfer/move-live-client.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Database } from "../../server/store/tables.ts";
import { isPerson, liveMoveOptions, moveStores } from "./client-move-stores.ts";
import type { ContractContext } from "./contract-context.ts";
import { dialects } from "./dialects.ts";
import { inserterOf } from "./inserter.ts";
import { NOW } from "./samples.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

/**
 * Databases of a move. `meet` is called before and after each transaction, with the transaction's
 * number.
 */
const watching = (db: Database, meet: () => Promise<void>) =>
  new Proxy(db, {
    get: (all, name) => {
      const value: unknown = Reflect.get(all, name, all);
      if (name === "transact")
        return async (...args: Parameters<Database["transact"]>) => {
          await meet();
          const answer = await all.transact(...args);
          await meet();
          return answer;
        };
      return typeof value === "function" ? value.bind(all) : value;
    },
  });

/**
 * The contract of every store for moves whose command stops while jobs are held or calls are
 * refused.
 */
export const clientStaleMoveContract = (context: ContractContext): void => {
  const { dialect } = context;
  const { filled, fetchRows } = moveStores(context);
  const optionsWith = liveMoveOptions(dialects[dialect].rowWatch);
  /** As a server does long after. */
  const end = (db: Database) =>
    endStalePauses(db, {
      ...{ now: NOW + DAY_MS, run: "server" },
      limits: { copying: 0, closing: 0 },
    });

  const startMove = async () => {
    const [source, target] = [await filled("one", "two"), await filled("three")];
    const insert = await inserterOf(source);
    await insert("job", {
      ...{ job_id: "due", payload: '{"client_id":"one"}', name: "deliver_webhook" },
      ...{ due_at: 7, lease: null },
    });
    return { source, target };
  };

  /** Moves a client. `meet` is called before and after the transaction with the given number. */
  const moveWith = async (
    { source, target }: { source: Database; target: Database },
    meet: (number: number) => Promise<void>,
    options = optionsWith(),
  ) => {
    let number = 0;
    const next = () => meet(number++);
    await moveLiveClient(watching(source, next), watching(target, next), {
      ...options,
      rowsAtOnce: 300,
    });
    return number;
  };

  const stateOf = async ({ source, target }: { source: Database; target: Database }) => {
    const answers = await Promise.all(
      [source, target].map(async (db) => {
        const { clients } = await openStore(db, TEST_CIPHER);
        return clients.byClientId("one").then(
          (client) => (client ? "found" : "unknown"),
          () => "refused",
        );
      }),
    );
    const jobs = await source
      .selectFrom("job")
      .select(["due_at", "lease"])
      .where("job_id", "=", "due")
      .execute();
    return {
      answers,
      jobs: jobs.map(({ due_at, lease }) => [due_at === null ? null : Number(due_at), lease]),
    };
  };

  /**
   * Returns the numbers of the transactions at which jobs are held or calls are refused, with the
   * step at that time.
   */
  const listPlaces = async () => {
    const stores = await startMove();
    const places: [number, string][] = [];
    await moveWith(stores, async (number) => {
      const move = await readLiveMove(stores.source, "one");
      if (move && move.paused_at !== null) places.push([number, move.step]);
    });
    expect(new Set(places.map(([, step]) => step))).toEqual(
      new Set(["copying", "closing", "closed"]),
    );
    // The first and the last of each step.
    return places.filter(
      ([, step], at) => step !== places[at - 1]?.[1] || step !== places[at + 1]?.[1],
    );
  };

  test("a command that is killed before the fence closes leaves a client that goes on after a while", async () => {
    for (const [place, step] of await listPlaces()) {
      const stores = await startMove();
      const [one, two] = [
        await fetchRows(stores.source, "one"),
        await fetchRows(stores.source, "two"),
      ];
      const move = moveWith(stores, async (number) => {
        if (number >= place) throw new Error("killed");
      });
      await expect(move).rejects.toThrow("killed");
      const { ended, stuck } = await end(stores.source);
      const isClosed = step === "closed";
      expect([ended.length, stuck.length]).toEqual(isClosed ? [0, 1] : [1, 0]);
      const { answers, jobs } = await stateOf(stores);
      if (isClosed) {
        expect(answers[0]).toBe("refused");
        await moveLiveClient(stores.source, stores.target, optionsWith());
        expect((await stateOf(stores)).answers).toEqual(["refused", "found"]);
      } else {
        expect(answers).toEqual(["found", "refused"]);
        expect(jobs).toEqual([[7, null]]);
        await undoLiveMove(stores.source, stores.target, optionsWith());
        expect(await fetchRows(stores.source, "one")).toEqual(one);
        expect((await fetchRows(stores.target, "one")).filter((text) => !isPerson(text))).toEqual(
          [],
        );
      }
      expect(await fetchRows(stores.source, "two")).toEqual(two);
    }
  });

  test("a command that was only slow ends, and no two stores have its client", async () => {
    for (const [place, step] of await listPlaces()) {
      const stores = await startMove();
      const move = moveWith(stores, async (number) => {
        if (number !== place) return;
        const { ended } = await end(stores.source);
        expect(ended).toHaveLength(step === "closed" ? 0 : 1);
      });
      if (step === "closed") {
        await move;
        expect((await stateOf(stores)).answers).toEqual(["refused", "found"]);
        continue;
      }
      await expect(move).rejects.toThrow("another command goes on with its move");
      expect(await stateOf(stores)).toEqual({
        answers: ["found", "refused"],
        jobs: [[7, null]],
      });
      await moveLiveClient(stores.source, stores.target, optionsWith());
      expect((await stateOf(stores)).answers).toEqual(["refused", "found"]);
    }
  });

  test("a move whose command works on is left alone", async () => {
    const stores = await startMove();
    const options = optionsWith();
    const look = async () => {
      const moves = await endStalePauses(stores.source, { now: options.clock(), run: "server" });
      expect(moves).toEqual({ ended: [], stuck: [] });
    };
    await moveWith(stores, look, options);
    expect((await stateOf(stores)).answers).toEqual(["refused", "found"]);
  });
};
