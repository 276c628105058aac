import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  type RootOperationNode,
  sql,
} from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { storeContract } from "../../../testing/store-contract/index.ts";
import {
  itemInReport,
  piecesOf,
  READY,
  sampleCopy,
  sampleDraft,
  sampleReport,
} from "../../../testing/store-contract/sample-report.ts";
import {
  BALANCES,
  NOW,
  sampleClient,
  sampleItem,
  sampleJob,
  sampleSession,
  sampleTransaction,
} from "../../../testing/store-contract/samples.ts";
import { TEST_CIPHER } from "../../../testing/store-contract/test-cipher.ts";
import { migratedDatabase } from "../../../testing/test-app/test-database.ts";
import { newFeed } from "../../domain/transactions/transaction-feed.ts";
import { openStore } from "../open-store.ts";
import type { Database, Queryable } from "../tables.ts";
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

  test("only its owner may read the file, what lies beside it, and its folder", async () => {
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
    const plain = sqlite.open(await newFile());
    const nodes: RootOperationNode[] = [];
    const listen: KyselyPlugin = {
      transformQuery: ({ node }) => {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { readCommitted, skipLocked, toBytes, eraseDeleted } = plain;
    const listening = plain.withPlugin(listen);
    const db: Database = Object.assign(listening, {
      transact: <T>(work: (transaction: Queryable) => Promise<T>) =>
        listening.transaction().execute(work),
      ...{ readCommitted, skipLocked, toBytes, eraseDeleted },
    });
    const store = await openStore(db, TEST_CIPHER);
    const {
      clients,
      dashboardSessions,
      consents,
      linkTokens,
      sessions,
      items,
      publicTokens,
      processorTokens,
    } = store;
    const { assetReports, institutions, itemStatus, usage, jobs, transactions, close } = store;
    await clients.add(sampleClient());
    await sessions.start(sampleSession());
    await items.create(sampleItem("1"));
    const lease = { now: NOW, lease: "lease", leaseUntil: NOW + 1, most: 2, mostPerLane: 1 };
    await jobs.add([sampleJob("1"), sampleJob("2", { lane: "other" })]);
    nodes.length = 0;

    await clients.byClientId("client-1");
    await clients.byPublicKey("public-key-1");
    await clients.first();
    await clients.originsOfClientsWith("https://shop.example");
    await clients.allowOrigin("client-1", "https://a.example", 9);
    await clients.disallowOrigin("client-1", "https://a.example");
    await dashboardSessions.byTokenDigest("session-1");
    await dashboardSessions.end("session-1");
    await sessions.byTokenDigest("session-token-1");
    await sessions.advance(sampleSession(), { step: { at: "institution" } });
    await sessions.byLinkTokenDigest("link-1");
    await sessions.submission(sampleSession());
    await sessions.claim(sampleSession(), "first", NOW, NOW + 1);
    await linkTokens.byDigest("link-1");
    await consents.ofItem("item-1");
    await items.byItemId("item-1");
    await items.findByAccessToken("access-1");
    await items.accounts("item-1");
    await items.addProducts("item-1", ["assets"]);
    await institutions.revision();
    await institutions.remove("ins_1", 0);
    await publicTokens.byDigest("public-1");
    await publicTokens.redeem("public-1", NOW);
    const [job] = await jobs.claim({ ...lease, busy: new Map() });
    if (!job) throw new Error("a job is due");
    await jobs.renew(job, NOW);
    await jobs.complete(job);
    await jobs.count("sample");
    await items.compareAndSetStatus(sampleItem("1").item, { error: null, loggedInAt: NOW });
    await processorTokens.byDigest("processor-1");
    await itemStatus.of("item-1");
    await usage.totals("2026-01-01", "2026-02-01");
    await assetReports.create(sampleReport("1"), []);
    await assetReports.byTokenDigest("assets-1");
    const draft = sampleDraft("report-1");
    await assetReports.begin(draft);
    await assetReports.discard(draft, ["item-a-account-1"]);
    await assetReports.write(draft, piecesOf("item-a"), itemInReport("item-a"));
    await assetReports.complete(draft, READY, []);
    await assetReports.items("report-1");
    await assetReports.piece("report-1", "item-a-account-1", "transactions", 0);
    await assetReports.writePdf("report-1", 0, Buffer.from("%PDF"));
    await assetReports.completePdf("report-1");
    await assetReports.pdfPiece("report-1", 0);
    await assetReports.copy("report-1", sampleReport("2", { state: READY }), []);
    await assetReports.addAuditCopy(sampleCopy("copy-1", "report-1"));
    await assetReports.auditCopy("copy-1");
    await assetReports.removeAuditCopy("copy-1");
    await assetReports.remove("report-1");
    const period = { from: "2026-01-01", to: "2026-01-31" };
    const pages = { after: 0, upTo: 9, count: 5 };
    await transactions.begin(newFeed("item-1"));
    const feed = await transactions.feed("item-1");
    if (!feed) throw new Error("the feed has begun");
    const one = sampleTransaction("1");
    const changes = { added: [one], modified: [], removed: [] };
    await transactions.apply(feed, changes, feed);
    await transactions.inPeriod("item-1", period);
    await store.connectorStates.byItemId("item-1");
    await store.connectorStates.replace("item-1", 0, "first");
    await store.connectorStates.replace("item-1", 1, "second");
    for (const accountIds of [null, [one.account_id]])
      for (const withDescription of [false, true])
        await transactions.page("item-1", {
          period,
          accountIds,
          count: 5,
          offset: 0,
          withDescription,
        });
    await transactions.added("item-1", pages);
    await transactions.modified("item-1", 9, pages);
    await transactions.removed("item-1", 9, pages);
    await items.owners("item-1");
    await items.setOwners("item-1", new Map([[one.account_id, []]]));
    await items.setBalances("item-1", new Map([[one.account_id, BALANCES]]), 0);

    const steps: string[] = [];
    for (const node of nodes.splice(0)) steps.push(...(await plan(db, node)));
    expect(steps.filter((step) => step.startsWith("SEARCH")).length).toBeGreaterThanOrEqual(61);
    // The oldest client is the first entry of an index; lanes were found one by one before.
    const scans = new Set(steps.filter((step) => step.startsWith("SCAN")));
    expect(scans).toEqual(new Set(["SCAN oldest USING INDEX client_by_created_at", "SCAN lanes"]));
    await close();
  });
});

/** The steps in which SQLite would carry out a query. */
async function plan(db: Database, node: RootOperationNode): Promise<string[]> {
  const query = db.getExecutor().compileQuery(node, createQueryId());
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query.sql}`, query.parameters.map(bindable)),
  );
  return rows.map(({ detail }) => detail);
}

/** A query that is written once has places among its parameters; their values change no plan. */
const bindable = (parameter: unknown): unknown =>
  typeof parameter === "object" ? null : parameter;

async function mode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}
