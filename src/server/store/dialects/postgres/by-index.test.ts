import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabases } from "../../../../testing/postgres/test-databases.ts";
import type { Queryable } from "../../tables.ts";
import { open } from "./open.ts";

const databases = await testDatabases();

describe("statements that go by an index", () => {
  test("they do even if the planner takes the table for nearly empty, and no other statement does", async () => {
    const db = open(await databases.newDatabase());
    onTestFinished(() => db.destroy());
    // The state that autovacuum leaves of an emptied queue: many pages with almost no row.
    await sql`create table row (id text primary key) with (autovacuum_enabled = off)`.execute(db);
    const fill = sql`insert into row select 'row ' || n from generate_series(1, 20000) as n
      on conflict do nothing`;
    await fill.execute(db);
    await sql`delete from row where id > 'row 10001'`.execute(db);
    await sql`analyze row`.execute(db);
    await fill.execute(db);
    const ids = Array.from({ length: 64 }, (_, n) => `row ${n * 300}`);
    const scanIn = async (statements: Queryable) => {
      const { rows } = await sql<{ "QUERY PLAN": string }>`
        explain (costs off) delete from row where ${db.isAnyOf("id", ids)}`.execute(statements);
      return rows[1]?.["QUERY PLAN"].trim();
    };
    expect(await db.transact(scanIn)).toBe('->  Seq Scan on "row"');
    expect(await db.byIndex(scanIn)).toMatch(/^-> {2}(Index|Bitmap)/);
    expect(await db.transact(scanIn)).toBe('->  Seq Scan on "row"');
  });
});
