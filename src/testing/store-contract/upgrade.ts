import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createQueryId, Migrator, type RootOperationNode, sql } from "kysely";
import { expect, test } from "vitest";
import { SEEDED, TABLE_NAMES } from "../../server/store/dialects/transfer/table-keys.ts";
import { baseline } from "../../server/store/migrations/0001-first-release/index.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Database, Queryable } from "../../server/store/tables.ts";
import { addLaterMigration } from "../later-migration.ts";
import type { ContractContext } from "./contract-context.ts";
import type { DialectName } from "./dialects.ts";
import { inserterOf } from "./inserter.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

/** The contract of every store for data from an older version. */
export const upgradeContract = ({ dialect, newDatabase, connect }: ContractContext): void => {
  test("the baseline makes the schema of the first release", async () => {
    const statements = await fetchStatements(connect(await newDatabase()));
    await expect(`${statements.join(";\n")};\n`).toMatchFileSnapshot(keptCopy(dialect));
  });

  test("an upgrade of a store of the first release keeps every row", async () => {
    const db = connect(await newDatabase());
    await makeFirstRelease(db, dialect);
    const insert = await inserterOf(db);
    for (const table of TABLE_NAMES) if (!SEEDED.includes(table)) await insert(table, {});
    const before = await fetchRows(db);
    expect(before).toMatchObject({ client: [{ client_id: "x" }], audit_head: [{ sequence: 0 }] });

    addLaterMigration();
    const store = await openStore(db, TEST_CIPHER);
    expect(await store.schema()).toEqual({ pending: [], unknown: [] });
    const client = (before.client ?? []).map((row) => ({ ...row, later: "later" }));
    expect(await fetchRows(db)).toEqual({ ...before, client });
  });
};

/** The file with the statements that made the schema of the first release. */
const keptCopy = (dialect: DialectName): string =>
  fileURLToPath(new URL(`baseline/${dialect}.sql`, import.meta.url));

/** Returns the statements with which the baseline creates its tables. */
async function fetchStatements(db: Database): Promise<string[]> {
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
  // The function compiles a query only to determine the dialect.
  return nodes
    .map((node) => db.getExecutor().compileQuery(node, createQueryId()).sql)
    .filter((statement) => !statement.startsWith("select"));
}

/** Creates a store in the state of the first release. */
async function makeFirstRelease(db: Database, dialect: DialectName): Promise<void> {
  await new Migrator({ db, provider: { getMigrations: async () => ({}) } }).migrateToLatest();
  for (const statement of readFileSync(keptCopy(dialect), "utf8").trim().split(";\n"))
    await sql.raw(statement).execute(db);
  await sql`insert into kysely_migration (name, timestamp)
    values ('0001-first-release', '2026-11-23T00:00:00.000Z')`.execute(db);
}

/** The rows of each table. */
async function fetchRows(db: Queryable): Promise<Record<string, Record<string, unknown>[]>> {
  const entries = [];
  for (const table of TABLE_NAMES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      db,
    );
    entries.push([table, rows] as const);
  }
  return Object.fromEntries(entries);
}
