import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { originalDescriptions } from "./0011-original-descriptions.ts";

test("what was in a transaction's body stands beside it, of more rows than are read at once", async () => {
  const database = new SQLite(":memory:");
  onTestFinished(() => void database.close());
  database.exec(
    "create table item_transaction (item_id text, transaction_id text, body text, primary key (item_id, transaction_id))",
  );
  const insert = database.prepare("insert into item_transaction values (?, ?, ?)");
  const bodies = [
    { original_description: "CARD 1", amount: 1 },
    { amount: 2, original_description: null },
    { amount: 3 },
  ];
  for (let n = 0; n < 2100; n++)
    insert.run(`item-${n % 7}`, `transaction-${n}`, JSON.stringify(bodies[n % 3]));

  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  await originalDescriptions.up(db);

  const rows = database
    .prepare(
      "select body, original_description as words, count(*) as count from item_transaction group by 1, 2",
    )
    .all();
  expect(rows).toEqual([
    { body: '{"amount":1}', words: '"CARD 1"', count: 700 },
    { body: '{"amount":2}', words: "null", count: 700 },
    { body: '{"amount":3}', words: null, count: 700 },
  ]);
});
