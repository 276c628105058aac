import { sql } from "kysely";
import type { CallCounterStore, CounterAnswer, CounterCall } from "../../domain/limits/permits.ts";
import { TOLERANCE_US, tokenBucket, waitOf } from "../../domain/limits/rate-limiter.ts";
import { byKey } from "../../domain/order.ts";
import type { Database } from "../tables.ts";
import { createSweep } from "./sweep.ts";

/** Few, so that there are few texts of the statement for the database to prepare. */
const KEYS_AT_ONCE = 16;

/** The calls that are wanted of a bucket, and how many more after these. */
type Want = { key: string; perMinute: number; calls: number; more: number };

/** A bucket after its calls were taken. */
type Bucket = { key: string; fullAt: number | string; taken: number };

/** Token buckets of API calls that every process with this store shares: one statement takes the calls of many. */
export const callCounters = (db: Database): CallCounterStore => {
  const sweep = createSweep(db, "call_counter");
  return {
    take: async (calls, now) => {
      await sweep(now);
      const wants = wantsOf(calls);
      const buckets = new Map<string, Bucket>();
      for (let from = 0; from < wants.length; from += KEYS_AT_ONCE)
        for (const bucket of await takeFrom(db, wants.slice(from, from + KEYS_AT_ONCE), now))
          buckets.set(bucket.key, bucket);
      return answersTo(calls, buckets, now);
    },
  };
};

/** The wants of each bucket, in the order of the keys, so that concurrent statements cannot deadlock. */
function wantsOf(calls: readonly CounterCall[]): Want[] {
  const wants = new Map<string, Want>();
  for (const { key, perMinute, more } of calls) {
    const before = wants.get(key) ?? { calls: 0, more: 0 };
    wants.set(key, { key, perMinute, calls: before.calls + 1, more: before.more + more });
  }
  return [...wants].toSorted(byKey).map(([, want]) => want);
}

/**
 * Takes the available calls, at most those wanted. The row returns the number taken, since a
 * process cannot see the earlier count.
 */
async function takeFrom(db: Database, wants: readonly Want[], now: number): Promise<Bucket[]> {
  const rows = wants.map(({ key, perMinute, calls, more }) => {
    const { step, size } = tokenBucket(perMinute);
    const taken = Math.min(calls + more, perMinute);
    return sql`(${key}, ${now * 1000 + step * taken}, ${step}, ${size}, ${taken})`;
  });
  const { rows: buckets } = await sql<Bucket>`
    insert into call_counter (key, full_at, step, size, taken) values ${sql.join(rows)}
    on conflict (key) do update
      set full_at = ${BASE} + excluded.step * ${TAKEN}, taken = ${TAKEN}
    returning key, full_at as "fullAt", taken
  `.execute(db);
  return buckets;
}

/** The time of the statement: a bucket that was full would be so after the calls that are wanted. */
const NOW = sql.raw("(excluded.full_at - excluded.step * excluded.taken)");

/** The time from which the bucket is full, before these calls: not the past, and none beyond a clock's tolerance. */
const BASE = sql`case when call_counter.full_at between ${NOW}
  and ${NOW} + excluded.size + ${sql.lit(TOLERANCE_US)} then call_counter.full_at else ${NOW} end`;

/** The calls that a bucket has. */
const ROOM = sql`((${NOW} + excluded.size - (${BASE})) / excluded.step)`;

const TAKEN = sql`(case when ${ROOM} < 0 then 0 when ${ROOM} < excluded.taken then ${ROOM}
  else excluded.taken end)`;

/** Gives a taken call to each that asked, in their order, and the rest to those that want more. */
function answersTo(
  calls: readonly CounterCall[],
  buckets: ReadonlyMap<string, Bucket>,
  now: number,
): CounterAnswer[] {
  const left = new Map([...buckets].map(([key, { taken }]) => [key, Number(taken)]));
  const take = (key: string, count: number): number => {
    const taken = Math.min(count, left.get(key) ?? 0);
    left.set(key, (left.get(key) ?? 0) - taken);
    return taken;
  };
  const waits = calls.map(({ key, perMinute }) => {
    if (take(key, 1) === 1) return 0;
    const fullAt = Number(buckets.get(key)?.fullAt ?? 0);
    return Math.max(1, waitOf(tokenBucket(perMinute), fullAt, now * 1000));
  });
  return calls.map(({ key, more }, at) => ({ wait: waits[at] ?? 0, more: take(key, more) }));
}
