import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { storeContract } from "../../../testing/store-contract/index.ts";
import {
  fetchRequestLists,
  lookupsOf,
  queriesOf,
} from "../../../testing/store-contract/lookups.ts";
import {
  NOW,
  sampleClient,
  sampleItem,
  sampleTransaction,
} from "../../../testing/store-contract/samples.ts";
import { TEST_CIPHER } from "../../../testing/store-contract/test-cipher.ts";
import { migratedDatabase } from "../../../testing/test-app/test-database.ts";
import { newFeed } from "../../domain/transactions/transaction-feed.ts";
import { openStore } from "../open-store.ts";
import type { Database } from "../tables.ts";
import { sqlite } from "./sqlite.ts";

const newFile = async () => {
  const directory = await mkdtemp(join(tmpdir(), "service-link-store-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return join(directory, "data", "store.db");
};

const migratedFile = async () => {
  const file = await newFile();
  await mkdir(dirname(file), { mode: 0o700 });
  await writeFile(file, await migratedDatabase(), { mode: 0o600 });
  return file;
};

describe("a store in an SQLite file", () => {
  storeContract("sqlite", { newDatabase: newFile, migratedDatabase: migratedFile });

  test("only its owner may read the file, those next to it, and its folder", async () => {
    const file = await newFile();
    const store = await openStore(sqlite.open(file), TEST_CIPHER);
    await store.clients.add(sampleClient());
    expect(await mode(join(file, ".."))).toBe("700");
    for (const path of [file, `${file}-wal`, `${file}-shm`]) expect(await mode(path)).toBe("600");
    await store.close();
  });

  test("a commit is on the disk before it is acknowledged, and foreign keys are checked", async () => {
    const db = sqlite.open(await newFile());
    const settings = await sql`
      select * from pragma_journal_mode, pragma_synchronous, pragma_foreign_keys
    `.execute(db);
    expect(settings.rows).toEqual([{ journal_mode: "wal", synchronous: 2, foreign_keys: 1 }]);
    await db.destroy();
  });

  test("a join is planned once for all values", async () => {
    const db = sqlite.open(await newFile());
    onTestFinished(() => db.destroy());
    for (const table of ["client", "brand"]) {
      await sql`create table ${sql.table(table)} (client_id text primary key, name text)`.execute(
        db,
      );
      await sql`insert into ${sql.table(table)} values ('a', ''), ('b', ''), ('c', '')`.execute(db);
    }
    // The driver calls `Function` once per plan, to build its rows.
    const makeFunction = vi.spyOn(globalThis, "Function");
    onTestFinished(() => makeFunction.mockRestore());
    for (const id of ["a", "b", "c"]) {
      const join = sql`select brand.name from client join brand using (client_id) where client_id = ${id}`;
      expect((await join.execute(db)).rows).toHaveLength(1);
    }
    expect(makeFunction).toHaveBeenCalledTimes(1);
  });

  test("a transaction that a full disk ended says so, and the next one goes through", async () => {
    const db = sqlite.open(await newFile());
    const store = await openStore(db, TEST_CIPHER);
    onTestFinished(store.close);
    const page = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${page.rows[0]?.page_count}`).execute(db);
    const letter = sampleClient({ allowedOrigins: ["x".repeat(100_000)] });
    await expect(store.clients.add(letter)).rejects.toMatchObject({ code: "SQLITE_FULL" });
    await sql`pragma max_page_count = 1000000`.execute(db);
    expect(await store.clients.first()).toBeNull();
    await store.clients.add(letter);
    expect((await store.clients.first())?.allowedOrigins).toEqual(letter.allowedOrigins);
  });

  test("a transaction that SQLite itself rolled back fails with its own reason", async () => {
    const db = sqlite.open(await newFile());
    const store = await openStore(db, TEST_CIPHER);
    onTestFinished(store.close);
    await sql`create temp trigger refused before insert on client begin
      select raise(rollback, 'the true reason'); end`.execute(db);
    await expect(store.clients.add(sampleClient())).rejects.toThrow("the true reason");
    await sql`drop trigger refused`.execute(db);
    await store.clients.add(sampleClient());
    expect(await store.clients.first()).toEqual(sampleClient());
  });

  test("no lookup reads a whole table", async () => {
    const db = sqlite.open(await newFile());
    const steps: string[] = [];
    for (const query of await lookupsOf(db)) steps.push(...(await plan(db, query)));
    expect(steps.filter((step) => step.startsWith("SEARCH")).length).toBeGreaterThanOrEqual(61);
    // The oldest client is the first entry of an index. The lanes and their due jobs were found
    // before, and the statement itself has the written rows.
    const scans = new Set(
      steps.filter((step) => step.startsWith("SCAN") && !step.endsWith("VALUES CLAUSE")),
    );
    expect(scans).toEqual(
      new Set(["SCAN oldest USING INDEX client_by_created_at", "SCAN lanes", "SCAN due"]),
    );
    await db.destroy();
  });

  test("a page of a day begins where the one before it ended, until the transactions change", async () => {
    const db = sqlite.open(await newFile());
    onTestFinished(() => db.destroy());
    const queries = await queriesOf(db, async ({ clients, items, transactions }, begin) => {
      await clients.add(sampleClient());
      await items.create(sampleItem("1"));
      await transactions.begin(newFeed("item-1"));
      const write = async (...names: string[]) => {
        const feed = await transactions.feed("item-1");
        if (!feed) throw new Error("The Item has no feed.");
        const added = names.map((name) => sampleTransaction(name, { date: "2026-01-05" }));
        const next = { status: "INITIAL_UPDATE_COMPLETE", pulledAt: NOW } as const;
        await transactions.apply(feed, { added, modified: [], removed: [] }, next);
      };
      const all = { period: { from: "2026-01-01", to: "2026-01-31" }, count: 2 };
      const view = { accountIds: null, withDescription: false, publicUrl: null };
      const posted = { ...all, accountId: "account-checking" };
      await write("1", "2", "3", "4", "5");
      begin();
      for (const offset of [0, 2, 4, 2]) {
        await transactions.page("item-1", { ...all, ...view, offset });
        await transactions.postedPage("item-1", { ...posted, offset });
      }
      await write("6");
      await transactions.page("item-1", { ...all, ...view, offset: 4 });
    });
    const passedOver = queries
      .map(({ parameters }) => parameters.slice(-2))
      .filter(([count]) => count === 2)
      .map(([, offset]) => offset);
    expect(passedOver).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 4]);
  });

  test("requests are chosen from an index that has all that they are narrowed by", async () => {
    const db = sqlite.open(await newFile());
    onTestFinished(() => db.destroy());
    const indexes: Record<string, string> = {};
    for (const { list, query } of await fetchRequestLists(db)) {
      const [step = "", ...others] = await plan(db, query);
      const index = / (COVERING INDEX|INDEX) (?:request_log_)?(\w+)/.exec(step);
      indexes[list] = [index?.[1] === "INDEX" ? "rows by" : "", index?.[2], ...others]
        .join(" ")
        .trim();
    }
    const PRIMARY_KEY = "sqlite_autoindex_request_log_1";
    const both = (list: string, index: string) => ({ [list]: index, [`${list} after`]: index });
    expect(indexes).toEqual({
      ...both("time", PRIMARY_KEY),
      ...both("time since", PRIMARY_KEY),
      ...both("time clientId", "by_client_id_at_request_id"),
      ...both("time clientId since", "by_client_id_at_request_id"),
      ...both("time path", "by_path"),
      ...both("time path clientId since", "by_path"),
      ...both("time failed", "failed_by_at"),
      ...both("time failed clientId since", "failed_by_at"),
      ...both("time failed path", "by_path"),
      ...both("time errorCode", "failed_by_error_code"),
      // The query reads all rows of one error at one path, which are few.
      ...both("time errorCode clientId path since", "rows by failed_by_error_code"),
      ...both("time itemId failed clientId", "by_item_id"),
      // The list of an Item's requests sorts by time only.
      ...both("latency itemId failed clientId", "by_item_id"),
      ...both("latency", "by_latency"),
      ...both("latency since", "by_latency"),
      ...both("latency clientId", "by_client_id_latency"),
      ...both("latency clientId since", "by_client_id_latency"),
      ...both("latency path", "by_path_latency"),
      ...both("latency path clientId since", "by_path_latency"),
      ...both("latency failed", "by_latency"),
      ...both("latency failed clientId since", "by_client_id_latency"),
      ...both("latency failed path", "by_path_latency"),
      ...both(
        "latency errorCode",
        "failed_by_error_code USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY",
      ),
      ...both(
        "latency errorCode clientId path since",
        "rows by failed_by_error_code USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY",
      ),
    });
  });
});

/** The steps of SQLite's plan for a query. */
async function plan(db: Database, query: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
  );
  return rows.map(({ detail }) => detail);
}

async function mode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}
