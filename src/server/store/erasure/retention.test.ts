import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { testDatabases } from "../../../testing/postgres/test-databases.ts";
import { postgres } from "../dialects/postgres.ts";
import { isTriedAfter } from "./retention.ts";

const databases = await testDatabases();

const ROWS = 20_000;
const UNTIL = 10_000_000_000;
const HOUR_MS = 3_600_000;

test("webhooks that were tried after their day has expired are found by their indexes", async () => {
  const db = postgres.open(await databases.migratedDatabase());
  onTestFinished(() => db.destroy());
  const add = (id: string, createdAt: number, triedSince: number) =>
    sql`insert into webhook_delivery (delivery_id, client_id, url, webhook, sealed_body, created_at, tried_since, state)
      values (${id}, 'c', 'u', 'a:b', 's', ${createdAt}, ${triedSince}, 'delivered')`.execute(db);
  await sql`insert into webhook_delivery (delivery_id, client_id, url, webhook, sealed_body, created_at, tried_since, state)
    select 'd' || n, 'c', 'u', 'a:b', 's', ${UNTIL - 2 * HOUR_MS}::bigint - n, ${UNTIL - 2 * HOUR_MS}::bigint, 'delivered'
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
  await sql`analyze webhook_delivery`.execute(db);
  const query = sql<{ id: string }>`
    select delivery_id as id from webhook_delivery where ${isTriedAfter(UNTIL)} order by 1`;
  const { sql: text, parameters } = query.compile(db);
  const fetchPlan = async () => {
    const literal = text.replaceAll(/\$(\d+)/g, (_, n) => String(parameters[Number(n) - 1]));
    const { rows } = await sql<{ "QUERY PLAN": [{ Plan: object }] }>`
      explain (analyze, format json) ${sql.raw(literal)}`.execute(db);
    return JSON.stringify(rows[0]?.["QUERY PLAN"]);
  };
  expect((await query.execute(db)).rows).toEqual([]);
  await add("replayed", UNTIL - 30 * HOUR_MS, UNTIL + 1);
  await add("first tried at the end", UNTIL - 10, UNTIL + 1);
  await add("first tried before", UNTIL - 10, UNTIL);
  await add("replayed before", UNTIL - 30 * HOUR_MS, UNTIL);
  expect((await query.execute(db)).rows.map(({ id }) => id)).toEqual([
    "first tried at the end",
    "replayed",
  ]);
  const plan = await fetchPlan();
  expect(plan).not.toContain("Seq Scan");
  expect(plan).toContain("webhook_delivery_by_tried_since");
});
