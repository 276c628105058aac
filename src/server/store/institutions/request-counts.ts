import {
  addRequest,
  type RequestCountStore,
  RequestCounts,
  waitForRequests,
} from "../../domain/institutions/request-quota.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";

const countsColumn = jsonColumn(RequestCounts);

/** The requests to institutions: a row per counted customer or client. */
export const requestCounts = (db: Queryable): RequestCountStore => {
  const find = async (key: string): Promise<{ counts: RequestCounts; revision: number } | null> => {
    const row = await db
      .selectFrom("request_count")
      .select(["counts", "revision"])
      .where("key", "=", key)
      .executeTakeFirst();
    return row ? { counts: countsColumn.read(row.counts), revision: row.revision } : null;
  };
  return {
    wait: async (key, requests, limit, now) =>
      waitForRequests((await find(key))?.counts ?? [], requests, limit, now),

    take: async (key, limit, now, period = "day") => {
      for (;;) {
        const row = await find(key);
        const previous = row?.counts ?? [];
        const wait = waitForRequests(previous, 1, limit, now, period);
        if (wait > 0) return wait;
        const counts = countsColumn.write(addRequest(previous, now, period));
        if (await replace(key, row?.revision ?? null, counts, now)) return 0;
      }
    },
  };

  // A compare-and-set in one statement. The loser of a race counts again.
  async function replace(
    key: string,
    revision: number | null,
    counts: string,
    now: number,
  ): Promise<boolean> {
    if (revision === null) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("request_count")
        .values({ key, counts, revision: 1, sent_at: now })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    }
    const { numUpdatedRows } = await db
      .updateTable("request_count")
      .set({ counts, revision: revision + 1, sent_at: now })
      .where("key", "=", key)
      .where("revision", "=", revision)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
};
