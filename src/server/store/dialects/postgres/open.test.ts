import { type Kysely, sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { query, withParameters } from "../../../../testing/postgres/databases.ts";
import { testDatabases } from "../../../../testing/postgres/test-databases.ts";
import { open } from "./open.ts";

const databases = await testDatabases();

/** A database with a table of accounts with a balance of 100 each. */
type Tables = { account: { name: string; amount: number } };
const withAccounts = async (parameters?: string) => {
  const database = await databases.newDatabase();
  const address = parameters === undefined ? database : withParameters(database, parameters);
  await query(address, "create table account (name text, amount bigint)");
  await query(address, "insert into account values ('a', 100), ('b', 100)");
  const db = open(address);
  onTestFinished(() => db.destroy());
  return { address, db, typed: db.withTables<Tables>() };
};

const sumOf = async (db: Pick<Kysely<Tables>, "selectFrom">): Promise<number> => {
  const rows = await db.selectFrom("account").select("amount").execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0);
};

describe("PostgreSQL", () => {
  test("transactions that read the same and write apart behave as if one came after the other", async () => {
    const { db, typed } = await withAccounts();
    // Both transactions take 150 from their account if the two accounts together hold 150.
    const take = (name: string) =>
      db.transact(async (transaction) => {
        const tables = transaction.withTables<Tables>();
        if ((await sumOf(tables)) < 150) return false;
        await tables
          .updateTable("account")
          .set(({ eb }) => ({ amount: eb("amount", "-", 150) }))
          .where("name", "=", name)
          .execute();
        return true;
      });
    const answers = await Promise.all(["a", "b", "a", "b", "a"].map(take));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await sumOf(typed)).toBe(50);
  });

  test("transactions that wait for each other both go through", async () => {
    const { db, typed } = await withAccounts();
    let arrivals = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const move = (first: string, second: string) =>
      db.transact(
        async (transaction) => {
          for (const name of [first, second]) {
            await transaction
              .withTables<Tables>()
              .updateTable("account")
              .set(({ eb }) => ({ amount: eb("amount", "+", 1) }))
              .where("name", "=", name)
              .execute();
            if (++arrivals >= 2) meet();
            await both;
          }
        },
        { isolation: "read committed" },
      );
    await Promise.all([move("a", "b"), move("b", "a")]);
    expect(await sumOf(typed)).toBe(204);
  });

  test("an ignored error still rolls the transaction back", async () => {
    const { db, typed } = await withAccounts();
    const work = db.transact(async (transaction) => {
      await sql`update account set amount = 0`.execute(transaction);
      await sql`select 1 / 0`.execute(transaction).catch(() => {});
    });
    await expect(work).rejects.toThrow("was not committed");
    expect(await sumOf(typed)).toBe(200);
  });

  test("a pooler that forgets named statements is noticed, and does no harm", async () => {
    const { db, typed } = await withAccounts("pool_size=1");
    expect(await sumOf(typed)).toBe(200);
    await sql`deallocate all`.execute(db);
    expect(await sumOf(typed)).toBe(200);
    await sql`deallocate all`.execute(db);
    const read = await db.transact((transaction) => sumOf(transaction.withTables<Tables>()));
    expect(read).toBe(200);
  });

  test("a statement that was prepared before a column came is prepared again", async () => {
    const { address, db } = await withAccounts("pool_size=1");
    const all = () => db.withTables<Tables>().selectFrom("account").selectAll().execute();
    await all();
    await query(address, "alter table account add column note text");
    expect(await all()).toEqual([
      { name: "a", amount: 100, note: null },
      { name: "b", amount: 100, note: null },
    ]);
  });

  test("a connection that was ended is replaced", async () => {
    const { address, db, typed } = await withAccounts("pool_size=2");
    await Promise.all([sumOf(typed), sumOf(typed)]);
    const others = "select pg_terminate_backend(pid) from pg_stat_activity";
    await query(
      address,
      `${others} where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(() => sumOf(typed).catch(() => null)).toBe(200);
    const own = db.transact(async (transaction) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
    });
    await expect(own).rejects.toThrow("terminat");
    await expect.poll(() => sumOf(typed).catch(() => null)).toBe(200);
  });

  test("numbers of 64 bits are numbers, and lists may be empty", async () => {
    const { typed } = await withAccounts();
    const { sum } = await typed
      .selectFrom("account")
      .select(({ fn }) => fn.sum<number>("amount").as("sum"))
      .executeTakeFirstOrThrow();
    expect(sum).toBe(200);
    const none = typed.selectFrom("account").selectAll().where("name", "in", []);
    expect(await none.execute()).toEqual([]);
  });
});
