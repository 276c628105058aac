import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { withParameters } from "../../../../../testing/postgres/databases.ts";
import { testDatabases } from "../../../../../testing/postgres/test-databases.ts";
import { TEST_CIPHER } from "../../../../../testing/store-contract/test-cipher.ts";
import { DAY_MS, dayAt, HOUR_MS } from "../../../../domain/calendar.ts";
import type { Cursor } from "../../../../domain/dashboard/lists.ts";
import type { Store } from "../../../../domain/store.ts";
import { openStore } from "../../../open-store.ts";
import { postgres } from "../../postgres.ts";
import { DAY_TABLES, earlierPart, toPartName } from "./day-tables.ts";
import { makeDayStatements } from "./keep-parts.ts";
import { divide } from "./time-spans.ts";

const databases = await testDatabases();

describe("the spans of a partitioned table", () => {
  const NOW = 100 * DAY_MS + 5000;
  const TO = NOW + HOUR_MS;
  const partsOf = (...days: number[]) => days.map((day) => toPartName("request_log", day));
  const divided = (...days: number[]) =>
    divide("request_log", [...partsOf(...days), "request_log_rest"], NOW);
  const start = (day: number) => day * DAY_MS;

  test("are today, four days, and so on; the last one is all the time before", () => {
    const days = Array.from({ length: 37 }, (_, n) => 70 + n);
    expect(divided(...days)).toEqual([
      { from: start(100), to: TO },
      { from: start(96), to: start(100) },
      { from: start(80), to: start(96) },
      { from: start(70), to: start(80) },
      { from: null, to: start(70) },
    ]);
  });

  test("end at a day without a part, whose rows are in the rest", () => {
    expect(divided(97, 99, 100)).toEqual([
      { from: start(100), to: TO },
      { from: start(99), to: start(100) },
      { from: null, to: start(99) },
    ]);
  });

  test("are one if today is in the part with all earlier days", () => {
    expect(divided(101, 102)).toEqual([{ from: null, to: TO }]);
  });
});

/** A partitioned store that a worker has kept for days: today and the two days before have parts. */
const keptStore = async () => {
  const address = await databases.migratedDatabase();
  const db = postgres.open(withParameters(address, "pool_size=1"));
  onTestFinished(() => db.destroy());
  const partitioned = postgres.open(address);
  await postgres.partitions?.apply(partitioned, () => {});
  await partitioned.destroy();
  const today = dayAt(Date.now());
  for (const { table } of DAY_TABLES.toReversed())
    await sql`drop table ${sql.table(earlierPart(table))}`.execute(db);
  for (const day of [today - 2, today - 1, today])
    for (const statement of makeDayStatements(day)) await statement.execute(db);
  const store = await openStore(db, TEST_CIPHER);
  // Two rows a day; the oldest are of a day without a part.
  const times = [4, 2, 1, 0].flatMap((days) => [1, 2].map((ms) => (today - days) * DAY_MS + ms));
  for (const at of times) {
    await sql`insert into webhook_delivery (delivery_id, client_id, url, webhook, sealed_body, created_at, tried_since, state)
      values (${`d${at}`}, 'c', 'u', 'a:b', 's', ${at}, ${at}, 'delivered')`.execute(db);
    await sql`insert into request_log (request_id, client_id, path, status, failed, version, ms, at)
      values (${`r${at}`}, 'c', '/p', 200, 0, 'v', ${at % 7}, ${at})`.execute(db);
  }
  const readParts = async (read: () => Promise<unknown>) => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    await sql`select pg_stat_reset()`.execute(db);
    await read();
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
      where relname ~ '^(request_log|webhook_delivery)_' and (idx_scan > 0 or seq_scan > 0) order by 1`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  };
  return { store, times, today, readParts };
};

type Page = { after: Cursor | null; order: "ascending" | "descending"; limit: number };
type PageOf = { rows: { at?: number; createdAt?: number }[]; next: Cursor | null };
const NO_CONDITION = { clientId: null, itemId: null, since: null, until: null };

const LISTS = {
  webhooks: (store: Store, page: Page) =>
    store.lists.webhooks({ ...NO_CONDITION, ...page, state: null, sort: "created" }),
  "webhooks by state": (store: Store, page: Page) =>
    store.lists.webhooks({ ...NO_CONDITION, ...page, state: null, sort: "state" }),
  requests: (store: Store, page: Page) =>
    store.traffic.requests({
      ...{ ...NO_CONDITION, ...page, failed: false, errorCode: null, path: "/p", sort: "time" },
    }),
} as const;

test("the pages of a list by time have each row once, in both orders, of all parts and the rest", async () => {
  const { store, times } = await keptStore();
  for (const [name, list] of Object.entries(LISTS))
    for (const order of ["ascending", "descending"] as const)
      for (const limit of [1, 3, 8, 50]) {
        const found: number[] = [];
        let after: Cursor | null = null;
        do {
          const { rows, next }: PageOf = await list(store, { after, order, limit });
          found.push(...rows.map((row) => row.at ?? row.createdAt ?? 0));
          after = next;
        } while (after);
        const expected = order === "ascending" ? times : times.toReversed();
        expect([name, order, limit, found]).toEqual([name, order, limit, expected]);
      }
  const latest = await store.deliveries.latest(5);
  expect(latest.map(({ delivery }) => delivery.createdAt)).toEqual(times.toReversed().slice(0, 5));
});

test("the newest rows are read from the parts of their days alone", async () => {
  const { store, today, readParts } = await keptStore();
  const newest = { after: null, order: "descending", limit: 1 } as const;
  const ofToday = [toPartName("webhook_delivery", today)];
  expect(await readParts(() => LISTS.webhooks(store, newest))).toEqual(ofToday);
  expect(await readParts(() => store.deliveries.latest(2))).toEqual(ofToday);
  expect(await readParts(() => LISTS.requests(store, newest))).toEqual([
    toPartName("request_log", today),
  ]);
});
