import type { RequestTotalStore } from "../../domain/dashboard/request-total.ts";
import type { LongReads } from "../long-reads.ts";
import type { Database } from "../tables.ts";
import { ALL, addToTotals, hourlyTotals } from "../totals.ts";

/** The number of requests by hour, outcome and latency, of each client and of all. */
export const requestTotals = (db: Database, { recent }: LongReads): RequestTotalStore => ({
  add: (totals) =>
    db.transact(
      (transaction) =>
        addToTotals(
          transaction,
          "request_total",
          totals.flatMap(({ clientId, ...total }) =>
            [...new Set([ALL, clientId ?? ALL])].map((client_id) => ({ client_id, ...total })),
          ),
        ),
      { isolation: "read committed" },
    ),

  since: (hour, hours, clientId) =>
    recent((source) =>
      hourlyTotals(source, "request_total", ["outcome", "bin"], { hour, hours, clientId }),
    ),

  purge: async (hour) => {
    await db.deleteFrom("request_total").where("hour", "<", hour).execute();
  },
});
