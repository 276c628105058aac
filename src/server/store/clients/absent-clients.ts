import type { ClientStore } from "../../domain/clients/client.ts";
import type { Database } from "../tables.ts";
import { endStalePauses } from "./live-move.ts";

/** The part of the port for clients that are moved or removed. */
export const absentClients = (db: Database): Pick<ClientStore, "endStaleMoves" | "removed"> => ({
  endStaleMoves: async (now, run) => {
    const { ended, stuck } = await endStalePauses(db, { now, run });
    const toIds = (moves: typeof ended) => moves.map(({ client_id }) => client_id);
    return { ended: toIds(ended), stuck: toIds(stuck) };
  },

  removed: async () => {
    const rows = await db
      .selectFrom("client")
      .select("client_id as clientId")
      .where("removed_at", "is not", null)
      // A client that moves to another store is hidden the same way, and must not be erased.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("client_move")
              .select("step")
              .whereRef("client_move.client_id", "=", "client.client_id"),
          ),
        ),
      )
      .orderBy("client_id")
      .execute();
    return rows.map(({ clientId }) => clientId);
  },
});
