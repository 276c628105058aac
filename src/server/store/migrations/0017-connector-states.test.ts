import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { connectorStates } from "./0017-connector-states.ts";

test("what feeds remembered waits to be sealed, and is no longer in the feeds", async () => {
  const database = new SQLite(":memory:");
  onTestFinished(() => void database.close());
  database.exec(`
    create table item (item_id text primary key);
    create table transaction_feed (item_id text primary key, memory text, pulled_at bigint);
    insert into item values ('one'), ('two');
    insert into transaction_feed values ('one', '{"looks":[1]}', 5), ('two', null, 6);
  `);
  await connectorStates.up(new Kysely<unknown>({ dialect: new SqliteDialect({ database }) }));
  const all = (table: string) => database.prepare(`select * from ${table} order by 1`).raw().all();
  expect(all("unsealed_connector_state")).toEqual([["one", '{"looks":[1]}']]);
  expect(all("connector_state")).toEqual([]);
  expect(all("transaction_feed")).toEqual([
    ["one", 5],
    ["two", 6],
  ]);
});
