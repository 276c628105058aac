import { sql } from "kysely";
import type { Database } from "../tables.ts";
import { forgetVisitTotals } from "./visit-totals.ts";

/** How many rows one statement takes away: whoever else writes waits no longer than for these. */
const ROWS_AT_ONCE = 1000;

const TABLES = [
  { table: "request_log", key: ["at", "request_id"], time: "at" },
  { table: "link_event", key: ["link_session_id", "at", "event_id"], time: "at" },
  { table: "link_visit", key: ["link_session_id"], time: "started_at" },
] as const;

/** Deletes what is older than a time, and of requests all but the newest `most`. */
export const forgetTraffic = async (db: Database, before: number, most: number): Promise<void> => {
  const oldest = await db
    .selectFrom("request_log")
    .select("at")
    .orderBy("at", "desc")
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  for (const { table, key, time } of TABLES) {
    const until = table === "request_log" ? Math.max(before, oldest?.at ?? 0) : before;
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const statement = sql`
      delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${sql.ref(time)} <= ${until}
        limit ${ROWS_AT_ONCE}
      )
    `;
    while (((await statement.execute(db)).numAffectedRows ?? 0n) > 0n);
  }
  await forgetVisitTotals(db, before);
};
