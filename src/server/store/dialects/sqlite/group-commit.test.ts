import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { open } from "./open.ts";

const REFUSE = "create trigger refusal before insert on word when new.text = 'refuse' begin";

/** A database with a table of unique words. */
const words = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-group-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "store.db");
  const db = open(file);
  onTestFinished(() => db.destroy());
  await sql`create table word (text text primary key)`.execute(db);
  const elsewhere = new SQLite(file, { readonly: true });
  onTestFinished(() => void elsewhere.close());
  return {
    db,
    add: (text: string, one: Pick<typeof db, "getExecutor"> = db) =>
      sql`insert into word (text) values (${text})`.execute(one),
    /** The committed words, as another process reads them. */
    list: () => elsewhere.prepare("select text from word order by text").pluck().all(),
    commits: () => commitsIn(`${file}-wal`),
  };
};

/** The number of commits in a write-ahead log: a commit's last page records the database size. */
function commitsIn(file: string): number {
  const log = readFileSync(file);
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at < log.length; at += frame)
    if (log.readUInt32BE(at + 4) > 0 && log.subarray(at + 8, at + 16).equals(log.subarray(16, 24)))
      commits++;
  return commits;
}

const LETTERS = [..."abcdefghijklmnopqrst"];

test("writes in one turn of the event loop are one commit", async () => {
  const { add, list, commits } = await words();
  const before = commits();
  await Promise.all(LETTERS.map((letter) => add(letter)));
  expect(list()).toEqual(LETTERS);
  expect(commits()).toBe(before + 1);
});

test("each write resolves when others see it", async () => {
  const { add, list } = await words();
  await Promise.all(
    LETTERS.map(async (letter) => {
      await add(letter);
      expect(list()).toContain(letter);
    }),
  );
});

test("a write that fails takes no other along", async () => {
  const { add, list } = await words();
  const results = await Promise.allSettled(["a", "b", "a", "c"].map((text) => add(text)));
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(list()).toEqual(["a", "b", "c"]);
});

test("a write that ends the whole transaction takes no other along", async () => {
  const { db, add, list } = await words();
  await sql.raw(`${REFUSE} select raise(rollback, 'the true reason'); end`).execute(db);
  const results = await Promise.allSettled(["a", "refuse", "b"].map((text) => add(text)));
  expect(results).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { message: "the true reason" } },
    { status: "fulfilled" },
  ]);
  expect(list()).toEqual(["a", "b"]);
});

test("a rolled back transaction keeps other statements, before and after it", async () => {
  const { db, add, list } = await words();
  const before = add("before");
  const transaction = db.transact(async (connection) => {
    await add("inside", connection);
    const beside = add("beside");
    await add("again", connection);
    await Promise.race([beside, new Promise(setImmediate)]);
    throw new Error("no");
  });
  const after = add("after");
  await expect(transaction).rejects.toThrow("no");
  await Promise.all([before, after, sql`select 1`.execute(db)]);
  expect(list()).toEqual(["after", "before", "beside"]);
});

test("a query sees earlier writes", async () => {
  const { db, add } = await words();
  void add("a");
  const { rows } = await sql`select text from word`.execute(db);
  expect(rows).toEqual([{ text: "a" }]);
});

test("pending writes are committed before the database closes", async () => {
  const { db, add, list } = await words();
  const writes = Promise.all(Array.from({ length: 100 }, (_, n) => add(`${n}`)));
  await db.destroy();
  await writes;
  expect(list()).toHaveLength(100);
});

test("a write after the database was closed is refused", async () => {
  const { db, add } = await words();
  await db.destroy();
  await expect(add("a")).rejects.toThrow();
});

const text = fc.constantFrom("a", "b", "c", "refuse");

test("after any concurrent statements exactly the acknowledged ones are stored", async () => {
  const { db, add, list } = await words();
  await sql.raw(`${REFUSE} select raise(rollback, 'refused'); end`).execute(db);
  const work = fc.array(
    fc.record({ texts: fc.array(text, { maxLength: 4 }), fails: fc.boolean() }),
  );
  const plan = fc.record({ alone: fc.array(text), transactions: work });
  await fc.assert(
    fc.asyncProperty(plan, async ({ alone, transactions }) => {
      await sql`delete from word`.execute(db);
      const acknowledged: string[] = [];
      const acknowledge = (...texts: string[]) => void acknowledged.push(...texts);
      await Promise.allSettled([
        ...alone.map((text) => add(text).then(() => acknowledge(text))),
        ...transactions.map(({ texts, fails }) =>
          db
            .transact(async (transaction) => {
              for (const text of texts) await add(text, transaction);
              if (fails) throw new Error("no");
            })
            .then(() => acknowledge(...texts)),
        ),
      ]);
      expect(list()).toEqual(acknowledged.toSorted());
    }),
  );
});
