import { sql } from "kysely";
import {
  beyondBucket,
  type RateCounters,
  tokenBucket,
  waitOf,
} from "../../domain/limits/rate-limiter.ts";
import type { Database } from "../tables.ts";
import { createSweep } from "./sweep.ts";

/** Token buckets that every process with this store shares. A call that is taken is one write. */
export const rateCounters = (db: Database): RateCounters => {
  const sweep = createSweep(db, "rate_counter");

  const peek = async (key: string, perMinute: number, now: number): Promise<number> => {
    const row = await db
      .selectFrom("rate_counter")
      .select("full_at as fullAt")
      .where("key", "=", key)
      .executeTakeFirst();
    return waitOf(tokenBucket(perMinute), Number(row?.fullAt ?? 0), now * 1000);
  };

  return {
    peek,
    take: async (key, perMinute, now) => {
      const bucket = tokenBucket(perMinute);
      const { step, size } = bucket;
      const nowUs = now * 1000;
      const beyond = beyondBucket(bucket, nowUs);
      await sweep(now);
      // A compare-and-set in one statement: of any number of concurrent calls, only as many take a token as
      // there are.
      const { numAffectedRows = 0n } = await sql`
        insert into rate_counter (key, full_at) values (${key}, ${nowUs + step})
        on conflict (key) do update set full_at = ${step} +
          case when rate_counter.full_at between ${nowUs} and ${beyond} then rate_counter.full_at
            else ${nowUs} end
        where rate_counter.full_at <= ${nowUs + size - step} or rate_counter.full_at > ${beyond}
      `.execute(db);
      if (numAffectedRows > 0n) return 0;
      // The bucket may have been refilled, or swept, in between; the caller then retries at once.
      return Math.max(1, await peek(key, perMinute, now));
    },
  };
};
