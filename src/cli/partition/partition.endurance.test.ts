import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "../../server/domain/calendar.ts";
import { openDatabase } from "../../server/store/dialects/index.ts";
import { startTransactions } from "../../server/store/dialects/postgres/partitions/transaction-parts.ts";
import { query, withParameters } from "../../testing/postgres/databases.ts";
import { testDatabases } from "../../testing/postgres/test-databases.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { PROJECT } from "../../testing/test-command.ts";
import { runCli } from "../run-cli.fixture.ts";

const databases = await testDatabases();

/**
 * Returns a PostgreSQL store with an Item, its transactions and its webhooks. The store's server
 * has stopped.
 */
const stoppedStore = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-partition-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const DATABASE_URL = await databases.newDatabase();
  const app = await testApp({ DATABASE_URL }, folder);
  const { url, received } = await testReceiver();
  const { access_token } = await app.link("ins_109508", ["transactions"], { webhook: url });
  await app.runJobs();
  expect(received.length).toBeGreaterThan(0);
  const partition = (answer: string | null, ...options: string[]) =>
    runCli(["partition", "--data", folder, ...options], {
      variables: { DATABASE_URL },
      prompt: async () => answer,
    });
  const read = (text: string) => query(DATABASE_URL, text);
  await read(
    "insert into link_event (event_id, link_session_id, at, source, name) values ('e', 's', 1, 'page', 'OPEN')",
  );
  return { folder, DATABASE_URL, app, access_token, partition, read };
};

const STOPPED = expect.stringContaining("call service-link partition again, which resumes");

const TABLES = [
  ["request_log", "at, request_id"],
  ["link_event", "at, event_id"],
  ["webhook_delivery", "created_at, delivery_id"],
  ["webhook_attempt", "delivery_id, number"],
  ["item_transaction", "item_id, transaction_id"],
] as const;

type Read = Awaited<ReturnType<typeof stoppedStore>>["read"];

/** Returns the rows of the tables, and the definitions of columns, indexes and references. */
const fetchContents = async (read: Read) => {
  const contents = [];
  for (const [table, key] of TABLES) {
    const { rows } = await read(`select * from ${table} order by ${key}`);
    const columns = await read(
      `select attname, format_type(atttypid, atttypmod), attnotnull, attcollation,
         pg_get_expr(adbin, adrelid) as initial
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attrelid = '${table}'::regclass and attnum > 0 order by attname`,
    );
    const indexes = await read(
      `select replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
       where tablename = '${table}' order by indexname`,
    );
    contents.push({ table, rows, columns: columns.rows, indexes: indexes.rows });
  }
  return contents;
};

const fetchParts = async (read: Read, table: string): Promise<string[]> => {
  const { rows } = await read(
    `select relname from pg_inherits join pg_class on oid = inhrelid
     where inhparent = '${table}'::regclass order by relname`,
  );
  return rows.map(({ relname }) => relname);
};

describe("a store that is partitioned", () => {
  test("the tables keep their rows, columns and indexes, and the server works on them", async () => {
    const { folder, DATABASE_URL, app, access_token, partition, read } = await stoppedStore();
    const synced = (app: Awaited<ReturnType<typeof testApp>>) =>
      app.call("/transactions/sync", { access_token, count: 500 });
    const { request_id: _, next_cursor, ...before } = await synced(app);
    expect((await partition("yes")).err).toContain("is open in another process");
    await app.close();
    let started: Awaited<ReturnType<typeof testApp>> | undefined;
    const contents = await fetchContents(read);
    for (const { rows } of contents) expect(rows.length).toBeGreaterThan(0);
    const late = await runCli(["partition", "--data", folder], {
      variables: { DATABASE_URL },
      prompt: async () => {
        started = await testApp({ DATABASE_URL }, folder);
        return "yes";
      },
    });
    expect(late.err).toContain("is open in another process");
    await started?.close();
    expect((await partition("no")).err).toContain("nothing was changed");
    expect(await fetchParts(read, "request_log")).toEqual([]);
    const { code, out } = await partition("yes");
    expect(code).toBe(0);
    expect(out).toMatch(/item_transaction +about .* rows .* by Item; copied\n/);
    expect(await fetchContents(read)).toEqual(contents);
    expect(await fetchParts(read, "item_transaction")).toHaveLength(32);
    const days = await fetchParts(read, "webhook_attempt");
    expect(days.filter((part) => /_\d{8}$/.test(part)).length).toBeGreaterThanOrEqual(7);
    expect((await partition(null)).out).toContain("is partitioned already");
    const doctor = async (now: number) =>
      (
        await runCli(["doctor", "--port", "0", "--data", folder], {
          variables: { DATABASE_URL },
          clock: () => now,
        })
      ).out;
    expect(await doctor(Date.now())).toMatch(/Partitions +the days until \S+ have their parts\n/);
    expect(await doctor(Date.now() + 8 * DAY_MS)).toContain("let a worker run");
    const after = await testApp({ DATABASE_URL }, folder);
    const { request_id: __, next_cursor: ___, ...answer } = await synced(after);
    expect(answer).toEqual(before);
    await after.call("/item/remove", { access_token });
    await after.runJobs();
    expect((await read("select 1 from item_transaction")).rows).toEqual([]);
  });

  test.each(["SIGKILL", "SIGINT"] as const)(
    "a command that gets %s resumes with what it has copied",
    async (signal) => {
      const { folder, DATABASE_URL, app, partition, read } = await stoppedStore();
      await app.close();
      const contents = await fetchContents(read);
      const writersOf = async (table: string) =>
        (await read(`select xmin::text, transaction_id from ${table} order by 2`)).rows;
      const db = openDatabase(withParameters(DATABASE_URL, "application_name=test"));
      onTestFinished(() => db.destroy());
      const writers = await db.transact(
        async (transaction) => {
          // All rows are copied before the reference to the Items, which waits for this lock.
          await sql`lock table item in access exclusive mode`.execute(transaction);
          const args = ["src/cli/main.ts", "partition", "--yes", "--data", folder];
          const command = spawn(process.execPath, args, {
            cwd: PROJECT,
            env: { ...process.env, DATABASE_URL },
            stdio: ["ignore", "ignore", "pipe"],
          });
          let err = "";
          command.stderr.on("data", (text: Buffer) => {
            err += text;
          });
          onTestFinished(() => void command.kill("SIGKILL"));
          const waiting = sql<{ count: number }>`select count(*) as count from pg_locks
          where not granted and relation = 'item'::regclass`;
          await expect
            .poll(async () => (await waiting.execute(transaction)).rows[0]?.count, {
              timeout: 30_000,
            })
            .toBe(1);
          command.kill(signal);
          await once(command, "close");
          if (signal === "SIGINT") expect([command.exitCode, err]).toEqual([1, STOPPED]);
          // Its locks are released, whether or not it could end its transaction.
          await expect
            .poll(async () => (await waiting.execute(transaction)).rows[0]?.count, {
              timeout: 30_000,
            })
            .toBe(0);
          return writersOf("item_transaction_copy");
        },
        { isolation: "read committed" },
      );
      await db.destroy();
      expect(writers.length).toBeGreaterThan(100);
      expect(await partition("yes")).toMatchObject({ code: 0 });
      expect(await writersOf("item_transaction")).toEqual(writers);
      expect(await fetchContents(read)).toEqual(contents);
    },
  );

  test("an interrupted copy whose rows a server has changed since begins again", async () => {
    const { DATABASE_URL, app, partition, read } = await stoppedStore();
    await app.close();
    const db = openDatabase(DATABASE_URL);
    onTestFinished(() => db.destroy());
    await startTransactions(db);
    await read(
      `insert into item_transaction_copy
       select * from item_transaction order by item_id, transaction_id limit 100`,
    );
    await db.destroy();
    await read(
      `update item_transaction set date = '2001-01-01'
       where transaction_id = (select min(transaction_id) from item_transaction)`,
    );
    const contents = await fetchContents(read);
    expect(await partition("yes")).toMatchObject({ code: 0 });
    expect(await fetchContents(read)).toEqual(contents);
  });

  test("workers make the coming days, move what came before, and drop what has expired", async () => {
    const { DATABASE_URL, app, partition, read } = await stoppedStore();
    await app.close();
    expect(await partition("yes")).toMatchObject({ code: 0 });
    const db = openDatabase(DATABASE_URL);
    onTestFinished(() => db.destroy());
    const days = async (table: string) =>
      (await fetchParts(read, table)).filter((part) => /_\d{8}$/.test(part));
    const made = await days("webhook_delivery");
    // Simulates three days without a worker: the newest days' rows are in the default partition.
    for (const table of ["webhook_attempt", "webhook_delivery", "request_log", "link_event"])
      for (const part of (await days(table)).slice(-3)) await read(`drop table ${part}`);
    const [at] = [...made].slice(-2).map((part) => Date.parse(toDate(part)));
    await read(
      `insert into webhook_delivery (delivery_id, client_id, url, webhook, sealed_body, created_at, tried_since, state)
       values ('late', 'c', 'u', 'a:b', '', ${at}, ${at}, 'delivered')`,
    );
    await read(
      `insert into webhook_attempt (delivery_id, delivery_created_at, number, at, ms, excerpt)
       values ('late', ${at}, 1, ${at}, 1, '')`,
    );
    const placeOf = async (table: string) =>
      (
        await read(
          `select tableoid::regclass::text as part from ${table} where delivery_id = 'late'`,
        )
      ).rows[0]?.part;
    expect(await placeOf("webhook_attempt")).toBe("webhook_attempt_rest");
    await Promise.all([db.makePartsAhead(), db.makePartsAhead()]);
    expect(await days("webhook_delivery")).toEqual(made);
    expect(await placeOf("webhook_delivery")).toBe(made.at(-2));
    expect(await placeOf("webhook_attempt")).toBe(made.at(-2)?.replace("delivery", "attempt"));

    const until = (at ?? 0) + DAY_MS;
    const isKept = sql`tried_since > ${until}`;
    await read(`update webhook_delivery set tried_since = ${until + 1} where delivery_id = 'late'`);
    expect(await db.dropExpiredParts("webhook_delivery", { until, isKept })).toEqual([
      "webhook_delivery_rest",
      made.at(-2),
    ]);
    expect(await days("webhook_delivery")).toEqual(made.slice(-2));
    expect(await days("webhook_attempt")).toHaveLength(2);
    expect(await db.dropExpiredParts("request_log", { until })).toEqual(["request_log_rest"]);
    expect(await days("request_log")).toHaveLength(1);
    expect(await placeOf("webhook_attempt")).toBe(made.at(-2)?.replace("delivery", "attempt"));
  });
});

test("a day that somebody reads for long is dropped after that, and others log requests meanwhile", async () => {
  const { DATABASE_URL, app, partition, read } = await stoppedStore();
  await app.close();
  expect(await partition("yes")).toMatchObject({ code: 0 });
  const [db, other] = [openDatabase(DATABASE_URL), openDatabase(DATABASE_URL)];
  onTestFinished(async () => void (await Promise.all([db.destroy(), other.destroy()])));
  const days = async () =>
    (await fetchParts(read, "request_log")).filter((part) => /_\d{8}$/.test(part));
  const made = await days();
  const until = Date.parse(toDate(made[0] ?? "")) + DAY_MS;
  const logged = async () => (await read("select 1 from request_log where path = '/late'")).rows;
  let dropping: Promise<unknown> = Promise.resolve();
  await other.transact(
    async (transaction) => {
      await sql`select count(*) from request_log`.execute(transaction);
      dropping = db.dropExpiredParts("request_log", { until });
      const waiting = `select 1 from pg_locks where not granted and relation = 'request_log'::regclass`;
      await expect.poll(async () => (await read(waiting)).rows.length, { interval: 5 }).toBe(1);
      await read(
        `insert into request_log (request_id, path, status, failed, version, ms, at, request, response)
         values ('late', '/late', 200, 0, '', 1, ${until}, '', '')`,
      );
      expect(await logged()).toHaveLength(1);
      // The next attempt also waits for the reader.
      await expect.poll(async () => (await read(waiting)).rows.length, { interval: 5 }).toBe(1);
    },
    { isolation: "read committed" },
  );
  await dropping;
  expect(await days()).toEqual(made.slice(1));
});

test("a store in SQLite cannot be partitioned, and the error names what can", async () => {
  const app = await testApp();
  const { code, err } = await runCli(["partition", "--data", app.folder]);
  expect(code).toBe(1);
  expect(err).toContain("name a database of PostgreSQL in DATABASE_URL");
});

/** Returns the date that a part is named after. */
const toDate = (part: string): string => part.replace(/^.*_(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
