import type { SessionTotalStore } from "../../domain/link/session-totals.ts";
import type { LongReads } from "../long-reads.ts";
import type { Database } from "../tables.ts";
import { ALL, addToTotals, hourlyTotals } from "../totals.ts";

/** The number of Link sessions by hour and outcome, of each client and of all. */
export const sessionTotals = (db: Database, { recent }: LongReads): SessionTotalStore => ({
  add: (changes) =>
    db.transact(
      (transaction) =>
        addToTotals(
          transaction,
          "link_session_total",
          changes.flatMap(({ clientId, ...total }) =>
            [ALL, clientId].map((client_id) => ({ client_id, ...total })),
          ),
        ),
      { isolation: "read committed" },
    ),

  since: (hour, hours, clientId) =>
    recent((source) =>
      hourlyTotals(source, "link_session_total", ["outcome"], { hour, hours, clientId }),
    ),

  purge: async (hour) => {
    await db.deleteFrom("link_session_total").where("hour", "<", hour).execute();
  },
});
