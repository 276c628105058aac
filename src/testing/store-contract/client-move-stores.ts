import type { Dialect } from "../../server/store/dialects/dialect.ts";
import { TABLE_NAMES } from "../../server/store/dialects/transfer/table-keys.ts";
import type { Database } from "../../server/store/tables.ts";
import { fillClient, fillTraffic } from "./client-rows.ts";
import type { ContractContext } from "./contract-context.ts";
import { inserterOf } from "./inserter.ts";
import { NOW } from "./samples.ts";

/** Tables whose rows end with a client's move: users have to sign in again. */
const ENDING: readonly string[] = ["dashboard_session", "person_session"];

/** A person belongs to no client. Retention deletes a person without Items. */
export const isPerson = (text: string): boolean => text.startsWith('{"table":"person",');

/** Creates stores for moves of clients. */
export const moveStores = ({ migratedDatabase, connect }: ContractContext) => {
  /** A store with rows of some clients in every table for client data. */
  const filled = async (...clientIds: string[]) => {
    const db = connect(await migratedDatabase());
    const insert = await inserterOf(db);
    for (const clientId of clientIds) {
      await fillClient(insert, clientId);
      await fillTraffic(insert, clientId);
    }
    return db;
  };

  const fetchRows = async (db: Database, clientId: string) => {
    const all: string[] = [];
    for (const table of TABLE_NAMES)
      if (!OF_MOVES.includes(table) && !table.startsWith("audit_") && !ENDING.includes(table))
        for (const row of await db.selectFrom(table).selectAll().execute())
          all.push(JSON.stringify({ table, ...row }));
    // An id begins with the client's id, except for ids with a kind before it.
    const id = new RegExp(`"((grant|person) of |consumer-report )?${clientId}\\b`);
    return all.filter((text) => id.test(text)).toSorted();
  };

  const countAt = async (db: Database) => {
    const rows = await db
      .selectFrom("live_item_total")
      .select(({ fn }) => ["owner_id", fn.sum<number>("count").as("count")])
      .where("kind", "=", "institution")
      .groupBy("owner_id")
      .execute();
    return Number(rows[0]?.count ?? 0);
  };

  return { filled, fetchRows, countAt };
};

/**
 * The options of a move of running servers. `wait` is called at each wait, and after each batch.
 */
export const liveMoveOptions =
  (watch: Dialect["rowWatch"]) =>
  (wait: () => Promise<void> = async () => {}) => {
    let now = NOW;
    return {
      ...{ clientId: "one", moveId: "move-1", watch, progress: () => {}, onSwitch: () => {} },
      actor: { kind: "operator", name: "ann" } as const,
      names: { source: "cell a", target: "cell b" },
      clock: () => now,
      wait: async (ms: number) => {
        now += ms;
        await wait();
      },
    };
  };

/** The records of moves. */
const OF_MOVES: readonly string[] = ["mark", "client_move", "client_move_change"];
