import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { decompressJson } from "../../domain/asset-reports/compressed-json.ts";
import { reportPieces } from "./0019-report-pieces.ts";

test("the history of an account stands in pieces, with and without insights", async () => {
  const database = new SQLite(":memory:");
  onTestFinished(() => void database.close());
  database.exec("create table asset_report (asset_report_id text primary key)");
  database.exec(
    "create table asset_report_account (asset_report_id text, account_id text, history text, primary key (asset_report_id, account_id))",
  );
  const transactions = Array.from({ length: 450 }, (_, n) => ({ amount: n, name: "Café" }));
  const history = { historical_balances: [{ current: 5 }], transactions };
  const insert = database.prepare("insert into asset_report_account values ('report', ?, ?)");
  for (const account of ["one", "two"]) insert.run(account, JSON.stringify(history));

  await reportPieces.up(new Kysely<unknown>({ dialect: new SqliteDialect({ database }) }));

  const read = async (account: string, part: string) => {
    const rows = database
      .prepare<unknown[], { body: string }>(
        "select body from report_piece where draft_id = 'report' and account_id = ? and part = ? order by position",
      )
      .all(account, part);
    const pieces = await Promise.all(
      rows.map(({ body }) => decompressJson(Buffer.from(body, "base64"))),
    );
    return pieces.map((piece): unknown[] => JSON.parse(Buffer.from(piece).toString()));
  };
  for (const account of ["one", "two"]) {
    expect(await read(account, "balances")).toEqual([[{ current: 5 }]]);
    const insights = await read(account, "insights");
    expect(insights.map((piece) => piece.length)).toEqual([200, 200, 50]);
    expect(insights.flat()).toEqual(transactions);
    const bare = await read(account, "transactions");
    expect(bare.flat()).toEqual(transactions.map(({ amount }) => ({ amount })));
  }
  expect(
    database.prepare("select distinct draft_id as draft from asset_report_account").all(),
  ).toEqual([{ draft: "report" }]);
});
