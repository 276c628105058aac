import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/store/dialects/index.ts";
import { addLaterMigration } from "../../testing/later-migration.ts";
import { withParameters } from "../../testing/postgres/databases.ts";
import { testDatabases } from "../../testing/postgres/test-databases.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { fetchReports } from "../../testing/test-app/reports.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { PROJECT } from "../../testing/test-command.ts";
import { printedBy, runCli } from "../run-cli.fixture.ts";

const databases = await testDatabases();
const newDatabase = async () => await databases.newDatabase();

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-migrate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

type App = Awaited<ReturnType<typeof testApp>>;
type Tokens = { access_token: string; asset_report_token: string };

/**
 * Returns a store with an Item, its transactions, a report and webhooks. The store's server has
 * stopped.
 */
const stoppedStore = async () => {
  const folder = newFolder();
  const app = await testApp({}, folder);
  const { url, received } = await testReceiver();
  const { access_token } = await app.link("ins_109508", ["auth", "transactions", "assets"], {
    webhook: url,
  });
  await app.runJobs();
  expect(received.length).toBeGreaterThan(0);
  const tokens = {
    access_token,
    asset_report_token: await fetchReports(app).createReady([access_token]),
  };
  const answers = await fetchAnswers(app, tokens);
  await app.close();
  return { folder, tokens, answers };
};

/** Returns a server's responses about an Item and a report. */
const fetchAnswers = async (app: App, { access_token, asset_report_token }: Tokens) => {
  const calls = [
    ["/item/get", { access_token }],
    ["/auth/get", { access_token }],
    ["/transactions/sync", { access_token, count: 500 }],
    ["/asset_report/get", { asset_report_token }],
  ] as const;
  const answers = [];
  for (const [path, body] of calls) {
    const { request_id, next_cursor, ...answer } = await app.call(path, body);
    answers.push(answer);
  }
  return answers;
};

const migration = (folder: string, to: string, from?: string) => [
  ...["migrate-store", "--data", folder, "--to", to],
  ...(from === undefined ? [] : ["--from", from]),
];
const migrate = (...args: Parameters<typeof migration>) => printedBy(migration(...args));
const digestIn = (text: string) => /digest\s+([0-9a-f]{64})\n/.exec(text)?.[1] ?? "none";

/** Verifies the audit log, and returns its head. */
const auditHead = (folder: string, variables = {}) =>
  printedBy(["audit", "verify", "--data", folder], { variables });

/** Returns the sentence with which a migration is refused. */
const refusal = async (...args: Parameters<typeof migration>) => {
  const { code, err } = await runCli(migration(...args));
  expect(code).toBe(1);
  expect(err).toMatch(/^service-link: [^\n]+\n$/);
  expect(err).not.toContain("hunter2");
  return err;
};

describe("a store that is migrated to PostgreSQL", () => {
  test("a migrated store accepts the same tokens in PostgreSQL, and back in SQLite", async () => {
    const { folder, tokens, answers } = await stoppedStore();
    const head = await auditHead(folder);
    expect(head).toMatch(/^[1-9].* head /);
    const address = await newDatabase();
    const back = join(folder, "back.db");
    const output = await migrate(folder, address);
    expect(output).toContain("set    DATABASE_URL");
    expect(output).toContain("keep   the master key");
    expect(digestIn(await migrate(folder, `sqlite:${back}`, address))).toBe(digestIn(output));
    for (const DATABASE_URL of [address, back]) {
      const app = await testApp({ DATABASE_URL }, folder);
      expect(await fetchAnswers(app, tokens)).toEqual(answers);
      await app.link();
      expect(await auditHead(folder, { DATABASE_URL })).toBe(head);
    }
  });

  test("a killed migration resumes, and ends as if it had not been killed", async () => {
    const { folder } = await stoppedStore();
    const whole = digestIn(await migrate(folder, await newDatabase()));
    const address = await databases.migratedDatabase();
    const child = await openDatabase(withParameters(address, "application_name=test")).transact(
      async (transaction) => {
        // This lock allows reads but no writes, so the migration stops at this table.
        await sql`lock table transaction_day in share mode`.execute(transaction);
        const args = [join(PROJECT, "src/cli/main.ts"), ...migration(folder, address)];
        const migrator = spawn(process.execPath, args, { stdio: "ignore" });
        onTestFinished(() => void migrator.kill("SIGKILL"));
        // Within a transaction, the statistics of activity stay as first read.
        const waiting = sql<{ count: number }>`select count(*) as count from pg_locks
          where not granted and relation = 'transaction_day'::regclass`;
        await expect
          .poll(async () => (await waiting.execute(transaction)).rows[0]?.count, {
            timeout: 30_000,
          })
          .toBe(1);
        expect(await refusal(folder, address)).toContain("is open in another process; stop");
        const source = new SQLite(join(folder, "service-link.db"), { timeout: 0 });
        expect(() => source.exec("update client set name = ''")).toThrow("is locked");
        source.close();
        migrator.kill("SIGKILL");
        await once(migrator, "exit");
        return migrator;
      },
      { isolation: "read committed" },
    );
    expect(child.signalCode).toBe("SIGKILL");
    const variables = { DATABASE_URL: address };
    const { err } = await runCli(["usage", "--data", folder], { variables });
    expect(err).toContain("has a part of a store, whose copy was interrupted; call");
    await expect(testApp(variables, folder)).rejects.toThrow("has a part of a store");
    const { folder: another } = await stoppedStore();
    expect(await refusal(another, address)).toContain("it has a part of another store");
    expect(digestIn(await migrate(folder, address))).toBe(whole);
    expect(await refusal(another, address)).toContain("it has the data of a store; name a new");
  });
});

test("rejects a non-empty target or a store in use, and changes nothing", async () => {
  const { folder } = await stoppedStore();
  const file = join(folder, "service-link.db");
  const copy = join(folder, "copy.db");
  expect(await refusal(folder, file)).toContain("is both the store and its copy");
  expect(await refusal(newFolder(), copy)).toContain("there is no store in");
  expect(await refusal(folder, "mysql://jo:hunter2@db.example/link")).toContain("--to: the store");
  expect(await refusal(folder, "postgres://jo:hunter2@localhost:1/link")).toContain("reached");
  expect((await runCli(["migrate-store", "--data", folder])).err).toContain("name a new database");
  const change = (statement: string) => {
    const database = new SQLite(file);
    database.exec(statement);
    database.close();
  };
  change("create table note (text); insert into kysely_migration values ('9999-later', '')");
  expect(await refusal(folder, copy)).toContain("written by a newer version");
  change("delete from kysely_migration where name = '9999-later'");
  addLaterMigration();
  expect(await refusal(folder, copy)).toContain("was last opened by an older version");
  expect(existsSync(copy)).toBe(false);
});

test("an empty file that a killed start has left accepts the copy", async () => {
  const { folder } = await stoppedStore();
  const copy = join(folder, "copy.db");
  const bare = new SQLite(copy);
  bare.pragma("journal_mode = WAL");
  bare.exec("create table kysely_migration (name text primary key, timestamp text not null)");
  bare.close();
  expect(await migrate(folder, copy)).toContain("has    the store");
  expect(await refusal(folder, copy)).toContain("it has the data of a store");
});

test("a store that a server has open is refused, and the server keeps running", async () => {
  const app = await testApp();
  expect(await refusal(app.folder, join(app.folder, "copy.db"))).toContain(
    "is open in another process; stop the servers",
  );
  await app.link();
});
