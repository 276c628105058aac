import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabases } from "../../../../testing/postgres/test-databases.ts";
import { readAddress } from "./address.ts";
import { createRenewal } from "./renewal.ts";

const databases = await testDatabases();

describe("plans that PostgreSQL keeps", () => {
  test("a statement that was planned for a few rows is planned again for many", async () => {
    const address = await databases.newDatabase();
    const pool = new pg.Pool({ ...readAddress(address).hosts[0], max: 1 });
    onTestFinished(() => pool.end());
    const client = await pool.connect();
    onTestFinished(() => client.release());
    let now = 0;
    const renewal = createRenewal("primary", () => now);
    const renew = (client: pg.PoolClient) => renewal(client, (text) => client.query(text));
    const find = { name: "find", text: "select id from row where id = $1", values: ["1"] };
    const scan = async () => {
      const { rows } = await client.query("explain (costs off) execute find('1')");
      return rows[0]["QUERY PLAN"];
    };
    await renew(client);
    await client.query("create table row (id text primary key); insert into row values ('1')");
    await client.query("analyze row; set plan_cache_mode = force_generic_plan");
    await client.query(find);
    await client.query("insert into row select 'more ' || n from generate_series(1, 20000) as n");
    now += 1999;
    await renew(client);
    expect(await scan()).toMatch(/^Seq Scan/);
    now += 1;
    await renew(client);
    expect(await scan()).toMatch(/^Index Only Scan/);
  });

  test("an engine that cannot do it is asked once, and still asked whether it takes writes", async () => {
    const statements: string[] = [];
    let isReadOnly = "off";
    const client = {
      query: async (text: string) => {
        statements.push(text);
        if (text.includes("discard"))
          throw Object.assign(new Error("unimplemented"), { code: "0A000" });
        return { rows: [{ transaction_read_only: isReadOnly }] };
      },
    } as unknown as pg.PoolClient;
    let now = 0;
    const renewal = createRenewal("primary", () => now);
    const renew = (client: pg.PoolClient) => renewal(client, (text) => client.query(text));
    for (; now < 9000; now += 3000) await renew(client);
    const show = "show transaction_read_only";
    expect(statements).toEqual([`discard plans; ${show}`, show, show]);
    isReadOnly = "on";
    await expect(renew(client)).rejects.toMatchObject({ code: "25006" });
  });
});
