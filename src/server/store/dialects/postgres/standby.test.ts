import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { query } from "../../../../testing/postgres/databases.ts";
import { startServer } from "../../../../testing/postgres/server.ts";
import { startProxy } from "../../../../testing/postgres/start-proxy.ts";
import { testDatabases } from "../../../../testing/postgres/test-databases.ts";
import { postgres } from "../postgres.ts";
import { readAddress } from "./address.ts";
import { failureOfBegin, isConnectionLost } from "./failures.ts";
import { open } from "./open.ts";
import { createConnection } from "./pg-connection.ts";
import { createStatementNames } from "./statement-names.ts";

const databases = await testDatabases();

const READ_ONLY = { code: "25006" };

const catchFailure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (failure: unknown) => failure,
  );

test("a standby is refused with its reason in any language, and served once it is promoted", async () => {
  const standby = await startServer(
    { wal_level: "replica", max_wal_senders: "10" },
    { isStandby: true },
  );
  onTestFinished(() => standby.stop());
  const { address } = standby;
  const db = open(address);
  onTestFinished(() => db.destroy());
  const failure = await catchFailure(sql`select 1`.execute(db));
  expect(failure).toMatchObject(READ_ONLY);
  expect(isConnectionLost(failure)).toBe(true);
  expect(postgres.explain(failure as Error, address)?.reason).toContain("it is a standby");
  const start = postgres.requireWritable(address, { changesSchema: false });
  expect(await catchFailure(start)).toMatchObject(READ_ONLY);
  // A pooler may move a connection to another server after the check that it may write.
  const pool = new pg.Pool({ ...readAddress(address).hosts[0], max: 1 });
  onTestFinished(() => pool.end());
  const connection = createConnection(await pool.connect(), {
    names: createStatementNames(true),
    renew: async () => {},
    breakOff: () => {},
  });
  expect(await catchFailure(connection.begin("serializable"))).toMatchObject({
    ...READ_ONLY,
    cause: { code: "0A000" },
  });
  connection.release();
  const german = Object.assign(new Error("kann nicht verwendet werden"), { code: "0A000" });
  expect(isConnectionLost(failureOfBegin(german))).toBe(true);
  const proxy = await startProxy(address);
  onTestFinished(() => proxy.close());
  const primary = await startProxy(await databases.newDatabase());
  onTestFinished(() => primary.close());
  const hosts = `127.0.0.1:1,127.0.0.1:${proxy.port},127.0.0.1:${primary.port}`;
  const several = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write&pool_size=1`;
  await postgres.requireWritable(several, { changesSchema: false });
  expect(await postgres.inspect(several)).toBeNull();
  const found = open(several);
  onTestFinished(() => found.destroy());
  const lost = sql`select pg_terminate_backend(pg_backend_pid())`;
  for (let tries = 0; tries < 3; tries++) {
    expect(await catchFailure(lost.execute(found))).toMatchObject({ code: "57P01" });
    const { rows } = await sql<{ on: boolean }>`select pg_is_in_recovery() as on`.execute(found);
    expect(rows).toEqual([{ on: false }]);
  }
  // The count has an attempt for each of the two failures above, and one before the last good host
  // comes first.
  expect([proxy.total(), primary.total()]).toEqual([3, 6]);
  await query(address, "select pg_promote()");
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});

test("another failure of a transaction's begin stays as it is", () => {
  const failure = Object.assign(new Error("terminating connection"), { code: "57P01" });
  expect(failureOfBegin(failure)).toBe(failure);
});

test("a connection leaves the pool once its server takes no writes", async () => {
  const address = await databases.newDatabase();
  await query(address, "create table account (name text)");
  const db = open(`${address}&pool_size=1`);
  onTestFinished(() => db.destroy());
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const first = await pid();
  // A pooler may move a connection to another server; this setting affects only one server.
  await sql`set default_transaction_read_only = on`.execute(db);
  const insert = sql`insert into account values ('a')`;
  expect(await catchFailure(insert.execute(db))).toMatchObject(READ_ONLY);
  expect(await pid()).not.toBe(first);
  await sql`set default_transaction_read_only = on`.execute(db);
  const work = db.transact((transaction) => insert.execute(transaction));
  expect(await catchFailure(work)).toMatchObject(READ_ONLY);
  await insert.execute(db);
});
