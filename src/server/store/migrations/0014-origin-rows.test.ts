import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { originRows } from "./0014-origin-rows.ts";

test("every origin that was in a list has a row of its own, in its order", async () => {
  const database = new SQLite(":memory:");
  onTestFinished(() => void database.close());
  database.exec(`
    create table client (client_id text primary key);
    create table client_origin (
      client_id text, position integer, origin text, primary key (client_id, position)
    );
    create index client_origin_origin on client_origin (origin);
    insert into client values ('one'), ('two'), ('none');
    insert into client_origin values
      ('one', 0, 'https://b.example'), ('one', 1, 'https://a.example'), ('one', 2, 'https://b.example'),
      ('two', 0, 'https://a.example');
  `);
  await originRows.up(new Kysely<unknown>({ dialect: new SqliteDialect({ database }) }));
  const rows = database
    .prepare("select client_id, origin from client_origin order by client_id, position")
    .raw()
    .all();
  expect(rows).toEqual([
    ["one", "https://b.example"],
    ["one", "https://a.example"],
    ["two", "https://a.example"],
  ]);
  const again = database.prepare(
    "insert into client_origin values ('two', 'https://a.example', 1)",
  );
  expect(() => again.run()).toThrow("UNIQUE");
});
