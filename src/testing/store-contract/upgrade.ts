import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createQueryId, Migrator, type RootOperationNode, sql } from "kysely";
import { expect, test } from "vitest";
import { SEEDED, TABLE_NAMES } from "../../server/store/dialects/transfer/table-keys.ts";
import { baseline } from "../../server/store/migrations/0001-baseline/index.ts";
import { migrations } from "../../server/store/migrations/index.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Database, Queryable } from "../../server/store/tables.ts";
import { addLaterMigration } from "../later-migration.ts";
import type { ContractContext } from "./contract-context.ts";
import type { DialectName } from "./dialects.ts";
import { inserterOf } from "./inserter.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

/** The tables that the first release did not have. */
const LATER_TABLES: readonly string[] = [
  "member",
  "member_invitation",
  "member_passkey",
  "access_grant",
  "access_grant_account",
  "access_grant_use",
  "ended_grant_key",
  "grant_link",
  "grant_agreement",
  "transaction_alias",
  "match_candidate",
  "institution_ids",
  "aggregator",
  "usage_batch",
  "call_counter",
  "request_total",
  "link_visit_item",
  "webhook_total",
  "link_session_total",
  "item_contact",
  "reminder_opt_out",
];

/** The contract of every store for data from an older version. */
export const upgradeContract = ({ dialect, newDatabase, connect }: ContractContext): void => {
  test("the baseline makes the schema of the first release", async () => {
    const statements = await statementsOf(connect(await newDatabase()));
    await expect(`${statements.join(";\n")};\n`).toMatchFileSnapshot(keptCopy(dialect));
  });

  test("an upgrade of a store of the first release keeps every row", async () => {
    const db = connect(await newDatabase());
    await makeFirstRelease(db, dialect);
    const insert = await inserterOf(db);
    const first = TABLE_NAMES.filter((table) => !LATER_TABLES.includes(table));
    for (const table of first) if (!SEEDED.includes(table)) await insert(table, {});
    const before = await rowsOf(db, first);
    expect(before).toMatchObject({ client: [{ client_id: "x" }], audit_head: [{ sequence: 0 }] });

    addLaterMigration();
    const store = await openStore(db, TEST_CIPHER);
    expect(await store.schema()).toEqual({ pending: [], unknown: [] });
    const [client] = before.client ?? [];
    const [alert] = before.client_alert ?? [];
    const [brand] = before.client_brand ?? [];
    const [person] = before.person ?? [];
    const [secret] = before.client_secret ?? [];
    const [institution] = before.institution ?? [];
    const [connection] = before.institution_connection ?? [];
    const [item] = before.item ?? [];
    const [account] = before.item_account ?? [];
    const [session] = before.link_session ?? [];
    const [processorToken] = before.processor_token ?? [];
    const [feed] = before.transaction_feed ?? [];
    const [assetReport] = before.asset_report ?? [];
    const [consumerReport] = before.consumer_report ?? [];
    const [transaction] = before.item_transaction ?? [];
    const [day] = before.transaction_day ?? [];
    const [request] = before.request_log ?? [];
    const [dashboardSession] = before.dashboard_session ?? [];
    const [delivery] = before.webhook_delivery ?? [];
    const [attempt] = before.webhook_attempt ?? [];
    const [job] = before.job ?? [];
    expect(await rowsOf(db, TABLE_NAMES)).toEqual({
      ...before,
      ...Object.fromEntries(LATER_TABLES.map((table) => [table, []])),
      asset_report: [{ ...assetReport, require_all_items: 0 }],
      audit_entry: (before.audit_entry ?? []).map((entry) => ({ ...entry, client_id: null })),
      client: [{ ...client, grants_allowed: 1, later: "later" }],
      client_alert: [{ ...alert, remind_users: 0 }],
      client_brand: [{ ...brand, mode: "auto", radius: null, font: null, trust_pane: 0 }],
      client_secret: [{ ...secret, products: null, read_only: 0, networks: "[]" }],
      consumer_report: [{ ...consumerReport, require_identity: 0 }],
      dashboard_session: [{ ...dashboardSession, member_id: null, address: null, browser: null }],
      institution: [{ ...institution, logo: null, logo_png: null, description: null }],
      institution_connection: [{ ...connection, standard: null }],
      item: [{ ...item, consent_binds: 0, auth_method: null }],
      item_account: [
        {
          ...{ ...account, liability: null, holdings: null },
          ...{ investment_transactions: null, investments_at: null },
        },
      ],
      item_transaction: [
        {
          ...transaction,
          ...{ enrichment: null, persistent_id: null, possible_match: null, evidence: null },
        },
      ],
      job: [{ ...job, losses_alone: null }],
      link_session: [{ ...session, results: "[]" }],
      person: [{ ...person, reminder_language: null }],
      request_log: [{ ...request, item_id: null }],
      processor_token: [{ ...processorToken, products: null }],
      transaction_day: [{ ...day, pending: 0 }],
      transaction_feed: [{ ...feed, recurring_digests: null }],
      webhook_attempt: [{ ...attempt, headers: null }],
      webhook_delivery: [{ ...delivery, next_try_at: null }],
    });
  });

  test("an upgrade keeps links that two calls gave one reference, and the first one keeps it", async () => {
    const db = connect(await newDatabase());
    await migratorOf(db).migrateTo("0034-grant-pending");
    const insert = await inserterOf(db);
    await insert("client", {});
    await insert("access_grant", { client_id: "x" });
    for (const [at, details] of ['{"reference":"one"}', '{"reference":"one"}', "{}"].entries()) {
      const id = `link-${at}`;
      await insert("grant_link", { link_id: id, link_token_digest: id, details, created_at: at });
    }
    const { grantLinks } = await openStore(db, TEST_CIPHER);
    const { links } = await grantLinks.list("x", { limit: 10, offset: 0 });
    expect(links.map(({ linkId }) => linkId)).toEqual(["link-2", "link-1", "link-0"]);
    expect(links.map(({ reference }) => reference)).toEqual([null, null, "one"]);
  });

  test("an upgrade counts the pending transactions of each day that are no staged ones", async () => {
    const db = connect(await newDatabase());
    await migratorOf(db).migrateTo("0034-grant-pending");
    const insert = await inserterOf(db);
    await insert("client", {});
    await insert("item", { item_id: "item" });
    await insert("transaction_feed", { item_id: "item", last_change: 4 });
    const days = ["one", "two", ""].map((account_id) => ({ account_id, date: "2026-01-14" }));
    await insert("transaction_day", ...days.map((day) => ({ ...day, item_id: "item", count: 2 })));
    for (const [at, pending] of [true, false, true, true, true].entries())
      await insert("item_transaction", {
        ...{ item_id: "item", transaction_id: `${at}`, account_id: at < 3 ? "one" : "two" },
        ...{ date: "2026-01-14", added: at + 1, body: JSON.stringify({ pending }) },
      });
    await openStore(db, TEST_CIPHER);
    const counts = (await rowsOf(db, ["transaction_day"])).transaction_day ?? [];
    expect(new Map(counts.map(({ account_id, pending }) => [account_id, pending]))).toEqual(
      new Map([
        ["one", 2],
        ["two", 1],
        ["", 3],
      ]),
    );
  });
};

const migratorOf = (db: Database) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** The file with the statements that made the schema of the first release. */
const keptCopy = (dialect: DialectName): string =>
  fileURLToPath(new URL(`baseline/${dialect}.sql`, import.meta.url));

/** The statements by which the baseline makes its tables in a database. */
async function statementsOf(db: Database): Promise<string[]> {
  const nodes: RootOperationNode[] = [];
  await baseline.up(
    db.withPlugin({
      transformQuery: ({ node }) => {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  // It compiles a query to tell the dialect, and does not run it.
  return nodes
    .map((node) => db.getExecutor().compileQuery(node, createQueryId()).sql)
    .filter((statement) => !statement.startsWith("select"));
}

/** Makes a store as the first release left it. */
async function makeFirstRelease(db: Database, dialect: DialectName): Promise<void> {
  await new Migrator({ db, provider: { getMigrations: async () => ({}) } }).migrateToLatest();
  for (const statement of readFileSync(keptCopy(dialect), "utf8").trim().split(";\n"))
    await sql.raw(statement).execute(db);
  await sql`insert into kysely_migration (name, timestamp)
    values ('0001-baseline', '2026-11-23T00:00:00.000Z')`.execute(db);
}

/** The rows of tables. */
async function rowsOf(
  db: Queryable,
  tables: readonly string[],
): Promise<Record<string, Record<string, unknown>[]>> {
  const entries = [];
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      db,
    );
    entries.push([table, rows] as const);
  }
  return Object.fromEntries(entries);
}
